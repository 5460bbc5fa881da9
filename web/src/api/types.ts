/** Types of the API contract, under the names that the screens use. */
import type { components } from "./schema.gen.d.ts";

type Schemas = components["schemas"];

export type User = Schemas["UserReply"];
export type Registration = Schemas["Register"];
export type Credentials = Schemas["Login"];
/** `code`: verifies the address of a signed-out user. */
export type NewPassword = Schemas["SetPassword"];
export type PasswordChange = Schemas["ChangePassword"];
/** One active session of the person. */
export type SignIn = Schemas["SessionReply"];
export type Profile = Schemas["ProfileUpdate"];
export type StepRecord = Schemas["StepUpdate"];

export type UserResponse = Schemas["UserResponseReply"];
export type QuestionType = Schemas["NewUserResponse"]["questionType"];

/** The parsed job search, and the answers derived from it. */
export type WishReading = Schemas["WishReply"];

export type Matches = Schemas["MatchesReply"];
export type MatchedJob = Schemas["MatchReply"];
export type JobArt = MatchedJob["art"];
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
/** A slot that matching offers. */
export type Offer = Schemas["TimeOfferReply"];

/** The notification settings of an address. */
export type EmailPreferences = Schemas["PreferencesReply"];
export type EmailPreferencesUpdate = Schemas["PreferencesUpdate"];
/** An in-app notification. */
export type Notice = Schemas["NoticeReply"];

/** An interview in a list. */
export type Interview = Schemas["InterviewSummary"];
/** An interview with its questions, answers and takes. */
export type InterviewRecord = Schemas["InterviewReply"];
/** The report of a scored interview. */
export type InterviewReport = Schemas["InterviewReport"];
export type Competency = Schemas["CompetencyReport"];
/** The description of each level of each question. */
export type Rubric = Schemas["RubricReply"];
/** The result of a human review. */
export type Review = Schemas["ReviewReply"];
export type Reschedule = Schemas["Reschedule"];
export type NewInterview = Schemas["NewInterview"];
export type AdaptRequest = Schemas["AdaptRequest"];
export type Consent = Schemas["Consent"];
export type StartInterview = Schemas["StartInterview"];

/** An interview as the holder of a viewing link sees it. */
export type WatchedInterview = Schemas["WatchReply"];
export type Work = Schemas["WorkReply"];
export type Backup = Schemas["BackupReply"];
export type DeadLetter = Schemas["DeadLetterReply"];
export type PendingClaim = Schemas["ClaimReply"];
export type Import = Schemas["ImportReply"];
export type Check = Schemas["CheckReply"];

/** The signed-in member of an employer, and the employer. */
export type Desk = Schemas["DeskReply"];
export type DeskMember = Schemas["MeReply"];
export type DeskMemberUpdate = Schemas["MeUpdate"];
export type StaffPassword = Schemas["StaffPassword"];
export type TeamMember = Schemas["TeamMemberReply"];
export type Team = Schemas["TeamReply"];
export type MemberInvitation = Schemas["MemberInvitation"];
export type RoleEntry = Schemas["RoleEntry"];
export type WorkLocation = Schemas["LocationReply"];
export type LocationEntry = Schemas["LocationEntry"];
export type EmployerUpdate = Schemas["EmployerUpdate"];

/** What a member can decide about an application, and what the forms begin with. */
export type DecideOptions = Schemas["OptionsReply"];
export type NewMove = Schemas["Ask"] | Schemas["Invite"] | Schemas["OfferJob"] | Schemas["Decline"] | Schemas["Close"] | Schemas["Cancel"] | Schemas["Met"];
export type DeclineReason = Schemas["Decline"]["reason"];
export type CloseReason = NonNullable<Schemas["Close"]["reason"]>;
export type Decision = Schemas["DecisionReply"];
/** A move as far as it is written. */
export type DraftMove = Exclude<NewMove, { action: "offer" }> | Schemas["OfferDraft"];
/** A move for many applications at once. */
export type BulkMove = Schemas["NewMoves"]["move"];
/** The result of one of them. */
export type BulkOutcome = Schemas["OutcomeReply"];
export type LetterPreview = Schemas["PreviewReply"];
export type Thread = Schemas["ThreadReply"];
export type ThreadMessages = Schemas["MessagesReply"];
export type CalendarEntry = Schemas["EntryReply"];
export type FirstDay = Schemas["FirstDayReply"];
export type DeskCalendar = Schemas["CalendarReply"];
export type ApiKey = Schemas["ApiKeyReply"];
export type ApiKeys = Schemas["ApiKeysReply"];
export type ApiKeyFields = Schemas["ApiKeyFields"];
export type Webhook = Schemas["WebhookReply"];
export type Webhooks = Schemas["WebhooksReply"];
export type WebhookFields = Schemas["WebhookFields"];
export type WebhookDelivery = Schemas["WebhookDeliveryReply"];
