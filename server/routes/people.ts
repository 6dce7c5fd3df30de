// Routes: the open questions that a person has to answer.

import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

export const questionHandlers = ({
  people,
}: RouteDependencies): Handlers<"listQuestions" | "answerQuestion"> => ({
  listQuestions: ({ holder }) => ({ status: 200, json: { questions: people.list(holder) } }),
  answerQuestion: ({ params: { id }, body, holder }) => {
    people.answer(id, body, holder);
    return { status: 200, json: {} };
  },
});
