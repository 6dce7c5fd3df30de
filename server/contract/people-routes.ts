// Routes: the open questions that a person has to answer.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const peopleRoutes = {
  listQuestions: {
    method: "GET",
    path: "/v1/questions",
    scope: "read",
    group: "people",
    summary: "The questions that wait for an answer",
    replies: ok("QuestionList", "The questions"),
  },
  answerQuestion: {
    method: "POST",
    path: "/v1/questions/{id}",
    scope: "admin",
    group: "people",
    summary: "Answer a question",
    body: "Answer",
    replies: ok("Nothing", "The answer counts"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
