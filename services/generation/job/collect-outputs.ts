// The frame of every job's work: whatever it throws is the job's ending, and what was collected is its result.

import type { JobRun } from "./job.js";
import type { OutputCollector } from "./output-collector.js";
import type { Output } from "@pictor/kernel";

/** Settles when every output of the collector that `perform` keeps is through. Never rejects. */
export async function collected(
  run: JobRun,
  perform: (keep: (collector: OutputCollector) => void) => Promise<void>,
): Promise<readonly Output[]> {
  let collector: OutputCollector | undefined;
  try {
    await perform((created) => (collector = created));
  } catch (error) {
    await collector?.drain();
    run.fail(error);
  }
  return (await collector?.drain()) ?? [];
}
