/** The contract's shapes, under the names that the screens use. */
import type { components } from "./schema.gen.d.ts";

type Schemas = components["schemas"];

export type User = Schemas["UserReply"];
export type Registration = Schemas["Register"];
export type Credentials = Schemas["Login"];
/** `code`: proves the address where nobody is signed in. */
export type NewPassword = Schemas["SetPassword"];
export type PasswordChange = Schemas["ChangePassword"];
/** One place where the person is signed in. */
export type SignIn = Schemas["SessionReply"];
export type Profile = Schemas["ProfileUpdate"];
export type StepRecord = Schemas["StepUpdate"];

export type UserResponse = Schemas["UserResponseReply"];
export type QuestionType = Schemas["NewUserResponse"]["questionType"];

/** What is understood of the person's wish, and the answers it offers. */
export type WishReading = Schemas["WishReply"];

export type Matches = Schemas["MatchesReply"];
export type MatchedJob = Schemas["MatchReply"];
/** One change to the answers that would raise a job's score. */
export type Better = Schemas["BetterReply"];
/** A job that the person has saved or hidden. */
export type Mark = Schemas["MarkReply"];
export type NewMark = Schemas["NewMark"];
export type Factor = Schemas["FactorReply"];
export type Reason = Factor["reason"];

export type Booking = Schemas["BookingReply"];
export type NewBooking = Schemas["NewBooking"];
export type Coach = Schemas["CoachReply"];
export type CoachBooking = Schemas["CoachBookingReply"];
/** A time that matching offers. */
export type Offer = Schemas["TimeOfferReply"];

/** What an address wants to hear of. */
export type EmailPreferences = Schemas["WantsReply"];
export type EmailPreferencesUpdate = Schemas["WantsUpdate"];
/** Something the person is told in the app. */
export type Notice = Schemas["NoticeReply"];

/** An interview as lists show it. */
export type Interview = Schemas["InterviewSummary"];
/** An interview with its questions, answers and takes. */
export type InterviewRecord = Schemas["InterviewReply"];
/** What each level of each question means. */
export type Rubric = Schemas["RubricReply"];
/** What a person found who has read an interview. */
export type Review = Schemas["ReviewReply"];
export type Reschedule = Schemas["Reschedule"];
export type NewInterview = Schemas["NewInterview"];
export type AdaptRequest = Schemas["AdaptRequest"];
export type Consent = Schemas["Consent"];

/** An interview as whoever holds a link to watch it sees it. */
export type WatchedInterview = Schemas["WatchReply"];
export type Work = Schemas["WorkReply"];
export type Backup = Schemas["BackupReply"];
export type Queue = Schemas["QueueReply"];
export type DeadLetter = Schemas["DeadLetterReply"];
export type Import = Schemas["ImportReply"];
export type Check = Schemas["CheckReply"];
