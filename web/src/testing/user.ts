import type { User } from "#/api/types.ts";

/** A user who has just signed up; tests override the relevant fields. */
export function someUser(over: Partial<User> = {}): User {
  return {
    id: "0192f0c1-0000-7000-8000-000000000001",
    uuid: "0192f0c1-0000-7000-8000-000000000001",
    email: "maya@example.com",
    firstName: "Maya",
    lastName: "Torres",
    phone: null,
    emailVerified: false,
    phoneVerified: false,
    hasPassword: true,
    operator: false,
    profileCompleted: false,
    interviewCompleted: false,
    interviewCompletedAt: null,
    currentStep: 1,
    currentFlowStep: "job-search",
    flowCompleted: false,
    jobSearchPrompt: null,
    employmentType: null,
    yearsExperience: null,
    expectedPay: null,
    zipCode: null,
    language: "en",
    createdAt: "2026-01-05T09:00:00Z",
    lastLoginAt: null,
    ...over,
  };
}
