// `pictor worker`: runs the prompts of a queue on a backend of this machine until it is drained.

import { hostname } from "node:os";
import { createPictor, rejectionOwner, type Pictor } from "@pictor/host";
import { realClock } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { HostInteraction } from "../../interaction/interaction.js";
import { logTo } from "../../output/log-text.js";
import { ended, finished } from "../../output/finished.js";
import { reportFailure } from "../../output/report-failure.js";
import { createTerminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import type { StoppableInvocation } from "../../session/run-until-stopped.js";
import { watchUnhandledErrors } from "../../session/unhandled-errors.js";
import { runWork } from "./work.js";
import { planWorker, type WorkerOptions } from "./worker-plan.js";
import { watchWorkerSignals } from "./worker-signals.js";

/** Never throws. */
export async function worker(
  options: WorkerOptions,
  { globals, streams, signals: source = process }: StoppableInvocation,
): Promise<ExitCode> {
  let pictor: Pictor | undefined;
  const terminal = createTerminal(streams, globals, (text) => pictor?.redact(text) ?? text);
  const signals = watchWorkerSignals(source);
  // After an unhandled error of Pictor itself the state of the program is unknown, so the worker is drained.
  const ownerOf = (thrown: unknown) => rejectionOwner(thrown, pictor?.plugins() ?? []);
  const stopWatching = watchUnhandledErrors(process, terminal, ownerOf, signals.next);
  let code: ExitCode;
  try {
    const plan = planWorker(options, hostname());
    const interaction = new HostInteraction(terminal, {
      streams,
      signal: signals.drain,
      interrupt: signals.next,
    });
    const configuration = await configurationOf({ globals, streams }, interaction);
    pictor = await createPictor({
      configuration,
      interaction,
      log: logTo(terminal),
      attributeRejections: terminal.verbose,
    });
    code = await runWork(pictor, plan, { terminal, signals, clock: realClock });
  } catch (error) {
    code = reportFailure(error, terminal);
  }
  try {
    await pictor?.dispose();
  } catch (error) {
    code = reportFailure(error, terminal);
  }
  if (code === exitCode("finished")) finished(terminal, {});
  if (code === exitCode("killed")) ended(terminal, "killed", { status: "interrupted", by: "caller" });
  signals.release();
  // What a plugin still waits for must not delay the end.
  if (code === exitCode("killed")) source.exit(code);
  return stopWatching() ? exitCode("fault") : code;
}
