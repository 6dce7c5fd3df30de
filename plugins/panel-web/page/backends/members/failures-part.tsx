// The prompts of a queue that have failed or are lost: each can be run again, or forgotten.

import type { Backend, FailedPrompt } from "@pictor/client";
import { createResource } from "../../api/resource.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { ConfirmButton } from "../../parts/confirm.js";
import { Entries, Entry } from "../../parts/entries.js";
import { now } from "../../shell/clock.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useChanges } from "../data/use-changes.js";
import { errorText, failureFacts } from "./failure-text.js";

const everyMs = 5000;

type Operation = "retryFailure" | "discardFailure";

interface FailureEntryProps {
  readonly failure: FailedPrompt;
  readonly isBusy: boolean;
  readonly onChange: (operation: Operation, failure: FailedPrompt) => void;
}

function FailureEntry({ failure, isBusy, onChange }: FailureEntryProps) {
  const { promptId, state, reason } = failure;
  return (
    <Entry
      title={state === "lost" ? "Lost" : "Failed"}
      beside={<code class="muted ellipsis">{promptId}</code>}
      text={reason}
      facts={[
        errorText(failure),
        failureFacts(failure, now.value),
        state === "lost" ? "It may have been run before." : undefined,
      ]}
    >
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
    </Entry>
  );
}

export function FailuresPart({ backend: { name } }: { readonly backend: Backend }) {
  const read = () => createResource((signal) => calls().listFailures({ params: { name }, signal }));
  const { resource, change, note, isBusy } = useChanges(name, read, everyMs);
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
          <Entries name="Failed prompts" of={failures} none="No prompt has failed.">
            {(failure) => <FailureEntry key={failure.promptId} {...{ failure, isBusy }} onChange={dispose} />}
          </Entries>
        </div>
      )}
    </LoadedPart>
  );
}
