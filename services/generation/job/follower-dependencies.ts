// What the follower of a prompt needs of its job: the files that it finds go to the collector of the job.

import type { Backend } from "@pictor/kernel";
import type { FollowerDependencies } from "../run/prompt-follower.js";
import type { JobDependencies } from "./dependencies.js";
import type { JobRun } from "./job.js";
import type { OutputCollector } from "./output-collector.js";

interface JobParts extends Pick<JobDependencies, "host"> {
  readonly backend: Backend;
  readonly collector: OutputCollector;
  readonly run: JobRun;
}

/** `source` says to which batch the files belong. */
export const followerDependencies = (
  options: Pick<FollowerDependencies, "ownsPrompt" | "savesTexts">,
  source: Parameters<OutputCollector["add"]>[2],
  { backend, collector, run, host }: JobParts,
): FollowerDependencies => ({
  ...run,
  ...options,
  ...{ backend, clock: host.clock, drain: collector.drain },
  onFile: (file, place) => {
    collector.add(file, place, source);
  },
  onMessageOutput: (output) => {
    collector.addMessage(output, source);
  },
});
