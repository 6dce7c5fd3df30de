// The prompts of a queue that have failed or are lost: each can be run again, or forgotten.

import type { Backend, FailedPrompt } from "@pictor/client";
import { useMemo } from "preact/hooks";
import { createResource } from "../../api/resource.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { ConfirmButton } from "../../parts/confirm.js";
import { now } from "../../shell/clock.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useChanges } from "../data/use-changes.js";
import { errorText, failureFacts, retryNote } from "./failure-text.js";

const everyMs = 5000;

type Operation = "retryFailure" | "discardFailure";

interface FailureEntryProps {
  readonly failure: FailedPrompt;
  readonly isBusy: boolean;
  readonly onChange: (operation: Operation, failure: FailedPrompt) => void;
}

function FailureEntry({ failure, isBusy, onChange }: FailureEntryProps) {
  const { promptId, state, reason } = failure;
  const error = errorText(failure);
  return (
    <li class="row wrap entry">
      <span class="grow">
        <span class="row">
          <strong>{state === "lost" ? "Lost" : "Failed"}</strong>
          <code class="muted ellipsis">{promptId}</code>
        </span>
        <span>{reason}</span>
        {error !== undefined && <span class="small">{error}</span>}
        <span class="small muted">{failureFacts(failure, now.value)}</span>
        {state === "lost" && <span class="small muted">{retryNote}</span>}
      </span>
      <Button
        title={`Run ${promptId} again`}
        disabled={isBusy}
        onClick={() => onChange("retryFailure", failure)}
      >
        Retry
      </Button>
      <ConfirmButton
        title={`Discard ${promptId}?`}
        about={`Forget ${promptId}`}
        action="Discard"
        disabled={isBusy}
        onConfirm={() => onChange("discardFailure", failure)}
      >
        <p>Its submission is forgotten too, so that nobody can run it again.</p>
      </ConfirmButton>
    </li>
  );
}

export function FailuresPart({ backend: { name } }: { readonly backend: Backend }) {
  const resource = useMemo(
    () => createResource((signal) => calls().listFailures({ params: { name }, signal })),
    [name],
  );
  const { change, note, isBusy } = useChanges(name, resource.load, everyMs);
  const dispose: FailureEntryProps["onChange"] = (operation, { promptId: id }) =>
    change(async () => {
      await calls()[operation]({ params: { name, id } });
      return operation === "retryFailure" ? `${id} waits again.` : `${id} is forgotten.`;
    });
  return (
    <LoadedPart resource={resource} what="the failed prompts">
      {({ failures }) => (
        <div class="stack">
          {note}
          <ul class="entries" aria-label="Failed prompts">
            {failures.map((failure) => (
              <FailureEntry key={failure.promptId} {...{ failure, isBusy }} onChange={dispose} />
            ))}
          </ul>
          {failures.length === 0 && <p class="muted">No prompt has failed.</p>}
        </div>
      )}
    </LoadedPart>
  );
}
