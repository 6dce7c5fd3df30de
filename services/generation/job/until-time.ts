// Waits until the time of a job has come.

import { pause, type GenerateRequest } from "@pictor/kernel";
import type { JobRun } from "../run/job-run.js";

/**
 * The longest timer, in milliseconds: one of many weeks is impossible, and the time can be set, or the computer sleep,
 * meanwhile.
 */
const longestTimerMs = 60_000;

/** Resolves at once if the request names no time, or one that has passed. Rejects when the job is stopped. */
export async function untilTime(
  { notBeforeMs }: Pick<GenerateRequest, "notBeforeMs">,
  { clock, dispatch, signal }: JobRun,
): Promise<void> {
  if (notBeforeMs === undefined || notBeforeMs <= clock.now()) return;
  const detail = `it begins at ${new Date(notBeforeMs).toISOString()}`;
  dispatch({ type: "wait", wait: { why: "time", detail } });
  while (clock.now() < notBeforeMs)
    await pause(clock, Math.min(longestTimerMs, notBeforeMs - clock.now()), signal);
  dispatch({ type: "enter", phase: "building" });
}
