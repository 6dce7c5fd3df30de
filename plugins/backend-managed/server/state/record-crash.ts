// Records a crash of the server: in run.json for other processes, and in the state of this one.

import { lastLines } from "../../logs/read-log.js";
import { logFile } from "../../logs/server-log.js";
import { describeEnding, type ProcessEnding } from "../process/process-ending.js";
import { recordEvent } from "../../logs/last-event.js";
import { writeRecord } from "../record/run-record.js";
import type { ServerContext, TrackedServer } from "../record/server-context.js";
import type { SupervisorContext } from "./server-tracker.js";

/** Number of log lines in the error of a crash. */
const maxLogLines = 20;

/** The last lines of the server's log; empty when it cannot be read. */
export const readLogTail = ({ instance }: ServerContext): Promise<readonly string[]> =>
  lastLines(logFile(instance.layout.logs), maxLogLines).catch(() => []);

/** Records a crash. Settles with the last lines of the log. */
export async function recordCrash(
  context: SupervisorContext,
  tracked: TrackedServer,
  ending: ProcessEnding,
): Promise<readonly string[]> {
  const { instance, tracker } = context;
  const lines = await readLogTail(context);
  if (tracked.owner !== "other") {
    const record = { ...tracked.record, phase: "crashed" as const, ending };
    await writeRecord(instance.layout.runState, record).catch(() => undefined);
    const how = describeEnding(ending);
    const isNew = tracked.record.phase === "starting";
    const event = isNew ? `crashed while it was starting (${how})` : `crashed (${how}); its jobs are lost`;
    await recordEvent(instance, event);
    // Ends the descendants that the server left.
    await tracked.watched.kill("SIGKILL");
  }
  if (tracker.tracked()?.watched === tracked.watched) tracker.release();
  tracker.dispatch({ type: "crashed", crash: { ...ending, lastLines: lines } });
  return lines;
}
