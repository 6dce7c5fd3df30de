// What can be done with a result of a job: go on from it with another workflow, download it.

import type { Job, JobOutput } from "@pictor/client";
import { IconButton } from "../parts/button.js";
import { download, type Load } from "./actions.js";
import { SendMenu } from "./image-actions.js";
import { readOutput } from "./output-address.js";

interface ResultActionsProps {
  readonly job: Job;
  readonly output: JobOutput;
  /** The name of its saved file. Default: the name that the backend gave it. */
  readonly savedAs?: string | undefined;
  /** Called when the result is in the form of a workflow. */
  readonly onSent?: () => void;
}

export function ResultActions({ job, output, savedAs = output.filename, onSent }: ResultActionsProps) {
  const load: Load<File> = async (signal) => {
    return new File([await readOutput(job, output, signal)], savedAs, { type: output.mime });
  };
  return (
    <div class="row wrap">
      <SendMenu label="Continue with it…" load={load} onSent={onSent} />
      <IconButton icon="download" name="Save the result as a file" onClick={() => download(load)} />
    </div>
  );
}
