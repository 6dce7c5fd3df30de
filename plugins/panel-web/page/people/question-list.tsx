// The open questions of a job, an operation or a request, in a region that screen readers announce.

import type { Question } from "@pictor/client";
import { questions } from "../api/session.js";
import { lazy } from "../parts/lazy.js";

const QuestionCard = lazy(async () => (await import("./question-card.js")).QuestionCard);

interface QuestionListProps {
  readonly matches: (question: Question) => boolean;
}

/** The question whose page already contains the sign-in code in its address (RFC 8628 section 3.3.1). */
const completePage = (code: Question, open: readonly Question[]): Question | undefined =>
  code.kind !== "code" || code.url === undefined
    ? undefined
    : open.find(
        ({ kind, url, operationId }) =>
          kind === "link" && operationId === code.operationId && url?.startsWith(code.url ?? "") === true,
      );

/**
 * The region is rendered even while it is empty, because screen readers do not announce a region that appears together
 * with its text.
 */
export function QuestionList({ matches }: QuestionListProps) {
  const open = questions.value.filter(matches);
  const pages = new Map(open.map((question) => [question, completePage(question, open)]));
  const ownPages = new Set(pages.values());
  return (
    <div class="questions stack" role="group" aria-label="Questions" aria-live="polite">
      {open
        .filter((question) => !ownPages.has(question))
        .map((question) => (
          <QuestionCard key={question.id} question={question} page={pages.get(question)?.url} />
        ))}
    </div>
  );
}
