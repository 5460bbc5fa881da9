/** The contract with the server, in the words of the screens. */

export type Step = 1 | 2 | 3 | 4 | 5;
export type EmploymentType = "full-time" | "part-time";

export interface User {
  id: string;
  uuid: string;
  email: string | null;
  firstName: string;
  lastName: string;
  phone: string | null;
  phoneVerified: boolean;
  hasPassword: boolean;
  profileCompleted: boolean;
  interviewCompleted: boolean;
  currentStep: Step;
  currentFlowStep: "job-search" | "quick-questions" | "matching" | "schedule" | "interview" | "completed";
  flowCompleted: boolean;
  createdAt: string;
  lastLoginAt: string | null;
  employmentType: EmploymentType | null;
  yearsExperience: number | null;
  expectedPay: string | null;
  zipCode: string | null;
  jobSearchPrompt: string | null;
  interviewCompletedAt: string | null;
}

export type StepData =
  | { jobSearchPrompt: string }
  | { employmentType: EmploymentType; yearsExperience: number; expectedPay: string; zipCode: string }
  | { matchingCompleted: boolean; matchingCompletedAt: string }
  | { interviewPrepCompleted: boolean; interviewPrepCompletedAt: string };

export interface JobSearch {
  id: string;
  userId: string;
  searchQuery: string;
  createdAt: string;
}

export type QuestionType =
  "employment_type" | "experience" | "availability" | "hourly_rate" | "start_date" | "zip_code";

export interface UserResponse {
  id: string;
  userId: string;
  questionType: QuestionType;
  answer: string;
  updatedAt: string;
}

export type Shift = "weekday-mornings" | "weekday-evenings" | "weekends" | "night-shifts" | "holidays";

/** Why a factor of a match is worth what it is: a code with its data, worded by the screen. */
export type Reason =
  | {
      code: "role_named" | "role_sibling" | "role_field" | "role_similar" | "role_other";
      title: string | null;
      near: string | null;
    }
  | {
      code: "pay_meets" | "pay_overlaps" | "pay_below" | "pay_not_stated";
      low: number | null;
      high: number | null;
      wanted: number;
    }
  | {
      code: "schedule_fits" | "schedule_partly" | "schedule_not_stated";
      shifts: Shift[] | null;
      missing: Shift[];
      employmentType: EmploymentType | null;
      otherHours: boolean;
      weeksLate: number;
    }
  | { code: "distance_near" | "distance_far" | "distance_remote"; miles: number | null }
  | {
      code: "experience_enough" | "experience_short" | "experience_not_stated";
      asked: number | null;
      have: number;
    };

export interface Factor {
  name: "role" | "pay" | "schedule" | "distance" | "experience";
  value: number;
  points: number;
  maxPoints: number;
  reason: Reason;
}

export interface MatchedJob {
  id: string;
  title: string;
  employer: string;
  category: string;
  city: string;
  state: string;
  zip: string;
  remote: boolean;
  /** US dollars per hour. */
  pay: { low: number | null; high: number | null };
  employmentType: EmploymentType | null;
  shifts: Shift[] | null;
  start: string | null;
  description: string;
  /** 0 to 100. */
  score: number;
  distanceMiles: number | null;
  cap: null | "role" | "weak_factor";
  factors: Factor[];
}

export interface Matches {
  totalMatches: number;
  avgMatch: number | null;
  perfectMatches: number;
  catalogueEmpty: boolean;
  place: { city: string; state: string } | null;
  zipCode: string | null;
  /** For how many of the matches each of these holds. */
  highlights: { pay: number; location: number; schedule: number; experience: number };
  jobs: MatchedJob[];
}

export interface Question {
  id: string;
  question: string;
  type: "experience" | "situational" | "behavioral";
  /** Seconds. */
  expectedDuration: number;
  followUpQuestions: string[];
  competency: string;
}

export interface InterviewResponse {
  questionText: string;
  responseText: string;
  responseOrder: number;
  mode: "spoken" | "typed";
  takeNumber: number | null;
  createdAt: string;
}

export interface Take {
  number: number;
  responseOrder: number;
  state: "waiting" | "ready" | "failed";
  url: string | null;
  mimeType: string | null;
  durationSeconds: number | null;
}

export interface Interview {
  id: string;
  userId: string;
  jobTitle: string;
  companyName: string;
  status: "scheduled" | "in-progress" | "completed" | "cancelled";
  scheduledAt: string;
  startedAt: string | null;
  endedAt: string | null;
  aiScore: number | null;
  aiSummary: string | null;
  scoring: "none" | "pending" | "done" | "declined";
  recordingUrl: string | null;
  roomUrl: string;
  candidateToken: string | null;
  interviewerToken: string | null;
  questions: Question[];
  responses: InterviewResponse[];
  /** The first unanswered question, 1-based. */
  nextOrder: number;
  joinable: boolean;
  takes: Take[];
}

type BodyOf<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? Body
  : never;

export type Registration = BodyOf<paths["/api/auth/register"]["post"]>;
export type Credentials = BodyOf<paths["/api/auth/login"]["post"]>;
export type NewPassword = BodyOf<paths["/api/auth/set-password"]["post"]>;
export type Profile = BodyOf<paths["/api/auth/profile"]["patch"]>;
export type NewInterview = BodyOf<paths["/api/interviews"]["post"]>;
export type Consent = BodyOf<paths["/api/interviews/{id}/consent"]["post"]>;
export type NewResponse = BodyOf<paths["/api/interviews/{id}/responses"]["post"]>;
export type AdaptRequest = BodyOf<paths["/api/interviews/{id}/adapt-next-question"]["post"]>;
export type StepRecord = BodyOf<paths["/api/auth/step"]["patch"]>;

interface Json<Body> {
  content: { "application/json": Body };
}
interface Get<Answer, Path = never> {
  get: { parameters: { path: Path }; responses: { 200: Json<Answer> } };
}
interface Send<Body, Answer> {
  requestBody: Json<Body>;
  responses: { 200: Json<Answer> };
}
interface SendAt<Path, Body, Answer> extends Send<Body, Answer> {
  parameters: { path: Path };
}
interface Ask<Answer> {
  responses: { 200: Json<Answer> };
}
interface AskAt<Answer> {
  post: { parameters: { path: { id: string } }; responses: { 200: Json<Answer> } };
}
type Signed = { user: User; token: string };

export interface paths {
  "/api/auth/register": {
    post: Send<
      { firstName: string; lastName: string; email: string; phone?: string; password: string },
      Signed
    >;
  };
  "/api/auth/login": { post: Send<{ email: string; password: string }, Signed> };
  "/api/auth/set-password": { post: Send<{ password: string; email: string; code?: string }, Signed> };
  "/api/auth/logout": { post: Ask<{ ok: boolean }> };
  "/api/auth/me": { get: Ask<{ user: User }> };
  "/api/auth/profile": {
    patch: Send<
      { firstName: string; lastName: string; email: string | null; profileCompleted?: true },
      { user: User }
    >;
  };
  "/api/auth/step": { patch: Send<{ step: Step; data?: StepData }, { user: User }> };
  "/api/user/profile": { get: Ask<{ user: User }> };
  "/api/user/complete-flow": { post: Ask<{ user: User }> };
  "/api/user/redirect-destination": { get: Ask<{ redirectUrl: string }> };
  "/api/job-searches": { post: Send<{ searchQuery: string; userId: string }, JobSearch> };
  "/api/job-searches/{userId}": Get<JobSearch[], { userId: string }>;
  "/api/user-responses": {
    post: Send<{ userId: string; questionType: QuestionType; answer: string }, UserResponse>;
  };
  "/api/user-responses/{userId}": Get<UserResponse[], { userId: string }>;
  "/api/matches": { get: Ask<Matches> };
  "/api/interviews": {
    post: Send<
      { userId: string; jobTitle: string; companyName?: string; scheduledAt: string },
      { interview: Interview }
    >;
  };
  "/api/users/{userId}/interviews": Get<Interview[], { userId: string }>;
  "/api/interviews/{id}": Get<Interview, { id: string }>;
  "/api/interviews/{id}/complete": AskAt<{ responses: InterviewResponse[]; interview: Interview }>;
  "/api/interviews/{id}/start-recording": AskAt<{ ok: boolean }>;
  "/api/interviews/{id}/stop-recording": AskAt<{ ok: boolean }>;
  "/api/interviews/{id}/start": {
    post: SendAt<
      { id: string },
      { participantName: string; userId: string },
      { roomUrl: string; questions: Question[]; candidateToken: string; interview: Interview }
    >;
  };
  "/api/interviews/{id}/consent": {
    post: SendAt<
      { id: string },
      { version: string; recording: true; aiScoring: boolean },
      { interview: Interview }
    >;
  };
  "/api/interviews/{id}/responses": {
    post: SendAt<
      { id: string },
      {
        questionText: string;
        responseText: string;
        responseOrder: number;
        mode?: "spoken" | "typed";
        durationSeconds?: number;
        take?: { number: number; segments: { segment: number; count: number; mimeType: string }[] };
      },
      { response: InterviewResponse }
    >;
  };
  "/api/interviews/{id}/adapt-next-question": {
    post: SendAt<
      { id: string },
      {
        remainingQuestions: Question[];
        previousResponses: { questionText: string; responseText: string }[];
        context: { jobTitle: string; companyName: string; candidateName: string };
      },
      { adaptedQuestion: Question }
    >;
  };
}
