// Runs the work of a job that collects outputs. An error ends the job; the outputs that were collected are its result.

import type { JobRun } from "./job.js";
import type { OutputCollector } from "./output-collector.js";
import type { Output } from "@pictor/kernel";

/** `work` passes its collector to `setCollector`. Settles when every output of the collector is saved. Never rejects. */
export async function collectOutputs(
  run: JobRun,
  work: (setCollector: (collector: OutputCollector) => void) => Promise<void>,
): Promise<readonly Output[]> {
  let collector: OutputCollector | undefined;
  try {
    await work((created) => (collector = created));
  } catch (error) {
    await collector?.drain();
    run.fail(error);
  }
  return (await collector?.drain()) ?? [];
}
