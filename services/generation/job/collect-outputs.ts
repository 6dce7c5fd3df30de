// Runs the work of a job that collects outputs. An error ends the job; the outputs that were collected are its result.

import type { Output } from "@pictor/kernel";
import type { JobRun } from "../run/job-run.js";
import { OutputCollector } from "../run/output-collector.js";

/** Settles when every output that was found is saved. Never rejects. */
export async function collectOutputs(
  run: JobRun,
  work: (collector: OutputCollector) => Promise<void>,
): Promise<readonly Output[]> {
  const collector = new OutputCollector(run);
  try {
    await work(collector);
  } catch (error) {
    await collector.drain();
    run.fail(error);
  }
  return collector.drain();
}
