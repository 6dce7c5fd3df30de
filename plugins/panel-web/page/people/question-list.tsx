// The open questions of a job, an operation or a request, in a region that screen readers speak.

import type { Question } from "@pictor/client";
import { questions } from "../api/session.js";
import { QuestionCard } from "./question-card.js";

interface QuestionListProps {
  readonly matches: (question: Question) => boolean;
}

/** It is there also while it is empty: a region that appears together with its text is not spoken. */
export function QuestionList({ matches }: QuestionListProps) {
  return (
    <div class="questions" role="group" aria-label="Questions" aria-live="polite">
      {questions.value.filter(matches).map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
    </div>
  );
}
