/** What the server tells the employers' side: an owner, a manager, their employer, and a question with its answer. */

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

export const MANAGER = {
  ...MEMBER,
  id: "maria",
  name: "Maria Ortiz",
  firstName: "Maria",
  email: "maria@example.com",
  role: "manager",
  secondFactor: false,
};

const ANSWER = {
  order: 1,
  question: "How did you cook?",
  mode: "spoken",
  text: "I cooked.",
  silence: null,
  language: null,
  understood: null,
  passages: [],
  media: null,
  mediaType: null,
  duration: null,
  corrected: false,
  correctedAt: null,
};
export const QUESTION = {
  id: "kitchen",
  competency: "Kitchen",
  text: "How did you cook?",
  levels: [],
  language: "en",
  translations: [],
  answers: [ANSWER],
  own: null,
  machine: null,
  machineFrom: null,
  others: [],
  hidden: 0,
};

/** A fairness report of a month in which nobody decided. */
export const NO_FAIRNESS = {
  first: "2026-02-01",
  last: "2026-03-01",
  answered: 0,
  changedByLooks: 0,
  forward: 0,
  hoursOfNineInTen: null,
  late: 0,
  looks: 0,
  medianHours: null,
  members: [],
  onTime: 0,
  rated: 0,
  withinOne: 0,
  overruled: { overruled: 0, judged: 0, against: 0, recommended: 0 },
};
