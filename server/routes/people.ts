// Routes: the open questions that a person has to answer.

import { ok } from "@pictor/features/base";
import { route } from "./route.js";

export const questionRoutes = {
  listQuestions: route("GET /v1/questions", {
    scope: "read",
    group: "people",
    summary: "The questions that wait for an answer",
    replies: ok("QuestionList", "The questions"),
  }).handle(({ caller }, { people }) => ({ questions: people.questions.list(caller) })),
  answerQuestion: route("POST /v1/questions/{id}", {
    scope: "admin",
    group: "people",
    summary: "Answer a question",
    body: "Answer",
    replies: ok("Nothing", "The answer was accepted"),
  }).handle(({ params: { id }, body, caller }, { people }) => {
    people.questions.answer(id, body, caller);
    return {};
  }),
} as const;
