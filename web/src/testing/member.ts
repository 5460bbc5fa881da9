/** An owner and their employer, as the server tells the employers' side. */

export const EMPLOYER = { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" };

export const MEMBER = {
  id: "ana",
  name: "Ana Whitlock",
  firstName: "Ana",
  email: "ana@example.com",
  role: "owner",
  language: "en",
  secondFactor: true,
  hasPassword: true,
  dailyDigest: true,
  newsMail: true,
  shortcuts: false,
  allLocations: true,
  locationIds: [],
};
