// Runs the work of a job that collects outputs. An error ends the job; the outputs that were collected are its result.

import type { JobRun } from "./job-run.js";
import type { Output } from "@pictor/kernel";

/** Settles when every output that was found is saved. Never rejects. */
export async function collectOutputs(run: JobRun, work: () => Promise<void>): Promise<readonly Output[]> {
  try {
    await work();
  } catch (error) {
    await run.outputs();
    run.fail(error);
  }
  return run.outputs();
}
