import type { Competency, InterviewRecord as Interview, InterviewReport, Rubric } from "#/api/types.ts";

/** A completed and scored interview of ten minutes; tests override the relevant fields. */
export function someInterview(over: Partial<Interview> = {}): Interview {
  return {
    id: "interview-1",
    userId: "0192f0c1-0000-7000-8000-000000000001",
    jobTitle: "Restaurant Server",
    companyName: "Two Spoons Diner",
    status: "completed",
    scheduledAt: "2026-01-09T14:00:00Z",
    zone: "America/New_York",
    missed: false,
    startedAt: "2026-01-09T14:01:00Z",
    endedAt: "2026-01-09T14:11:59Z",
    candidateName: "Maya Torres",
    candidateEmail: "maya@example.com",
    notes: null,
    consentVersion: "2026-01",
    consentAt: "2026-01-09T14:00:30Z",
    aiScoring: true,
    scoring: "done",
    aiScore: 87,
    report: someReport,
    aiSummary: JSON.stringify(someReport),
    awaitsPerson: false,
    hasReader: true,
    recordingUrl: "/api/recordings/interview-1/takes/1/media",
    awaitsRecording: true,
    roomUrl: "/live-interview?interview=interview-1",
    questions: [],
    responses: [
      someResponse({ responseOrder: 1, takeNumber: 1, responseText: "Two years at a diner." }),
      someResponse({ responseOrder: 2, takeNumber: 2, questionText: "Tell me about a very busy shift." }),
      someResponse({ responseOrder: 3, takeNumber: null, mode: "typed", questionText: "Why restaurant work?" }),
    ],
    takes: [
      someTake({
        number: 1,
        url: "/api/recordings/interview-1/takes/1/media",
        captionsUrl: "/api/interviews/interview-1/takes/1/captions",
      }),
      someTake({ number: 2, state: "waiting", url: null, mimeType: null }),
    ],
    nextOrder: 4,
    nextQuestionId: null,
    writingDelay: null,
    joinable: false,
    ...over,
  };
}

/** A scheduled interview at `scheduledAt`, before anyone has joined. */
export function someAppointment(scheduledAt: string, over: Partial<Interview> = {}): Interview {
  return someInterview({
    id: "appointment-1",
    jobTitle: "Bartender",
    companyName: "Hotel Marmalade",
    status: "scheduled",
    scheduledAt,
    startedAt: null,
    endedAt: null,
    scoring: "none",
    aiScore: null,
    report: null,
    aiSummary: null,
    recordingUrl: null,
    awaitsRecording: false,
    responses: [],
    takes: [],
    ...over,
  });
}

/** The scorer's result for {@link someInterview}: one strong answer, one that could be better, one without evidence. */
export const someReport: InterviewReport = {
  scorer: "local-1",
  plan: "restaurant-en",
  planVersion: 1,
  model: null,
  needsPerson: false,
  correctedAnswers: 0,
  summary: "You keep a cool head when it gets busy.",
  recommendation: "HIRE",
  competencies: [
    someCompetency({
      competency: "Handling busy periods",
      question: "Tell me about a very busy shift.",
      level: 5,
      levelText: "Plans ahead and keeps guests informed.",
      quote: "Nobody waited without hearing from me.",
      confidence: "high",
      raise: "Nothing. This is the top level.",
    }),
    someCompetency({
      competency: "Restaurant experience",
      question: "Tell me about your restaurant experience.",
      level: 4,
      levelText: "Solid and recent.",
      quote: "Two years at a diner.",
      confidence: "medium",
      raise: "Say how many tables you looked after.",
    }),
    someCompetency({
      competency: "Why restaurant work",
      question: "Why restaurant work?",
      level: null,
      levelText: "Not enough evidence. It doesn't count in your score.",
      quote: null,
      confidence: "low",
      raise: "Answer in a few sentences of your own.",
    }),
  ],
};

/** The rubric of the first competency of {@link someReport}. */
export const someRubric: Rubric = {
  plan: "restaurant-en",
  planVersion: 1,
  title: "Restaurant work",
  questions: [
    {
      competency: "Handling busy periods",
      question: "Tell me about a very busy shift.",
      levels: [1, 2, 3, 4, 5].map((level) => ({ level, text: `Means ${level}.` })),
    },
  ],
};

/** A competency with the top level, high confidence and no language model. */
export function someCompetency(over: Partial<Competency>): Competency {
  return {
    competency: "Pace",
    question: "?",
    level: 5,
    levelText: "",
    quote: "words",
    confidence: "high",
    raise: "",
    ratings: [],
    needsPerson: false,
    ...over,
  };
}

function someTake(over: Partial<Interview["takes"][number]>): Interview["takes"][number] {
  return {
    number: 1,
    responseOrder: 1,
    state: "ready",
    url: null,
    captionsUrl: null,
    mimeType: "video/webm",
    durationSeconds: 40,
    ...over,
  };
}

function someResponse(over: Partial<Interview["responses"][number]>): Interview["responses"][number] {
  return {
    questionId: "experience",
    questionText: "Tell me about your restaurant experience.",
    responseText: "I wrote every table's time on my pad.",
    originalText: null,
    corrected: false,
    correctedAt: null,
    responseOrder: 1,
    mode: "spoken",
    takeNumber: null,
    durationSeconds: 40,
    wordsAwaited: false,
    understood: null,
    language: null,
    confirmedAt: null,
    passages: [],
    createdAt: "2026-01-09T14:05:00Z",
    ...over,
  };
}
