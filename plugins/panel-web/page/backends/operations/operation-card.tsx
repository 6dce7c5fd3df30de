// The card of an operation: its progress, its questions, its log and its result.

import type { Operation } from "@pictor/client";
import { useId } from "preact/hooks";
import { shownFault } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { Button, IconButton } from "../../parts/button.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { ErrorNote } from "../../parts/error-note.js";
import { Unfold } from "../../parts/unfold.js";
import { QuestionList } from "../../people/question-list.js";
import { now, roughText } from "../../shell/clock.js";
import { OperationLog } from "./operation-log.js";
import { outcomeText } from "./outcome.js";

interface OperationCardProps {
  readonly operation: Operation;
  /** Dismisses the card of an ended operation. Absent if the card must stay. */
  readonly onDismiss?: () => void;
}

const dots = { running: "warning", finished: "good", failed: "error", cancelled: "" } as const;

function Running({ operation: { id, title, progress } }: { readonly operation: Operation }) {
  const attempt = useAttempt();
  const fraction = progress?.fraction;
  return (
    <>
      <progress
        aria-label={`Progress: ${title}`}
        max={1}
        {...(fraction !== undefined && { value: fraction })}
      />
      <p role="status">{progress?.step ?? "Begins"}</p>
      {progress?.line !== undefined && <p class="mono muted ellipsis">{progress.line}</p>}
      <Button onClick={() => void attempt.run(() => calls().cancelOperation({ params: { id } }))}>
        Cancel
      </Button>
      <AttemptNote of={attempt} />
    </>
  );
}

export function OperationCard({ operation, onDismiss }: OperationCardProps) {
  const { id, title, state, startedAtMs, endedAtMs, owner } = operation;
  const heading = useId();
  const error = operation.error && shownFault(operation.error);
  const isRunning = state === "running";
  return (
    <section class="card stack tight operation" aria-labelledby={heading}>
      <div class="row">
        <span class={`dot ${dots[state]}`} />
        <h3 id={heading} class="grow">
          {title}
        </h3>
        <span class="small muted">
          {roughText((isRunning ? now.value : (endedAtMs ?? startedAtMs)) - startedAtMs)}
        </span>
        {!isRunning && onDismiss !== undefined && (
          <IconButton icon="close" name={`Dismiss: ${title}`} onClick={onDismiss} />
        )}
      </div>
      {isRunning && <Running operation={operation} />}
      <QuestionList matches={({ operationId }) => operationId === id} />
      <ErrorNote error={error} />
      {!isRunning && error === undefined && <p role="status">{outcomeText(operation)}</p>}
      <Unfold summary={`Log · started by ${owner}`}>
        <OperationLog operation={operation} />
      </Unfold>
    </section>
  );
}
