// The line under a result: what it is, its seed with buttons that copy and use it, and the button of its details.

import type { Job, JobOutput, Picture } from "@pictor/client";
import { signal } from "@preact/signals";
import { workflowOf } from "../../api/catalog.js";
import { changeDraft, draft } from "../../draft/current-draft.js";
import { withParam } from "../../draft/draft.js";
import { Button, IconButton } from "../../parts/button.js";
import { copyText } from "../../parts/clipboard.js";
import { useCommands } from "../../shell/commands.js";
import { workflowSchema } from "../base/catalog.js";
import { factsOf } from "./result-facts.js";

/** Whether the details stand beside the stage. */
export const areDetailsOpen = signal(false);

const toggleDetails = (): void => {
  areDetailsOpen.value = !areDetailsOpen.value;
};

export interface ResultProps {
  readonly job: Job;
  readonly output: JobOutput;
  /** The result in the journal. */
  readonly picture: Picture | undefined;
}

export function ResultLine({ job, output, picture }: ResultProps) {
  const { seed } = output;
  const takesSeed = workflowSchema.value?.properties["seed"] !== undefined;
  const facts = factsOf(job, output, workflowOf(job.workflow), picture?.params);
  useCommands([
    { id: "generate.details", title: "Show the details of the result", keys: "i", run: toggleDetails },
  ]);
  return (
    <div class="row wrap muted result-line" role="group" aria-label="About the result">
      {facts.map(({ name, text, isName }) => (
        <span key={name} class={isName ? "small ellipsis" : "small"} title={`${name}: ${text}`}>
          <span class="hidden-text">{name} </span>
          {text}
        </span>
      ))}
      <span class="row tight-row">
        {seed !== undefined && (
          <>
            <span class="small">
              Seed <span class="mono">{seed}</span>
            </span>
            <IconButton icon="copy" name="Copy the seed" onClick={() => void copyText(seed, "Seed")} />
            {takesSeed && (
              <Button
                look="link"
                name="Use this seed"
                onClick={() => changeDraft(withParam(draft.value, "seed", seed), "The seed is in the form.")}
              >
                Use
              </Button>
            )}
          </>
        )}
        <IconButton
          icon="info"
          name={areDetailsOpen.value ? "Hide the details" : "Show the details"}
          pressed={areDetailsOpen.value}
          onClick={toggleDetails}
        />
      </span>
    </div>
  );
}
