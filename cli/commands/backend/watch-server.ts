// `pictor backend start --watch`: the server's log as it is written, until Ctrl-C or a crash.

import type { BackendInstance, InstanceState, LifecycleFacet } from "@pictor/host";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { realTicker, type Ticker } from "../../output/ticker.js";
import type { CommandHost } from "../../session/command-host.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { printLog } from "./print-logs.js";
import { stateWord } from "./state-text.js";

export interface Watched {
  readonly instance: BackendInstance;
  readonly lifecycle: LifecycleFacet;
  /** As it is when the watching begins. */
  readonly found: InstanceState;
  /** False for a server that ran before: it is left running. */
  readonly isOurs: boolean;
}

/** How often it is looked whether the server still runs. Milliseconds. */
const lookMs = 500;

/** Settles with the state in which the server is down for good, or once the signal is aborted. */
function untilDown(
  lifecycle: LifecycleFacet,
  signal: AbortSignal,
  ticker: Ticker,
): Promise<InstanceState | undefined> {
  return new Promise((resolve) => {
    const stop = (found?: InstanceState): void => {
      stopTicking();
      resolve(found);
    };
    const look = async (): Promise<void> => {
      const found = await lifecycle.state().catch(() => undefined);
      if (found?.state === "crashed" || found?.state === "stopped" || found?.state === "absent") stop(found);
    };
    const stopTicking = ticker.every(lookMs, () => void look());
    if (signal.aborted) stop();
    signal.addEventListener("abort", () => {
      stop();
    });
  });
}

/** Ends with Ctrl-C (0; a server that was started here is stopped), or with the server: 0 when it was stopped, else 3. */
export async function watchServer(
  host: CommandHost,
  { instance, lifecycle, found, isOurs }: Watched,
  ticker: Ticker = realTicker,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const name = oneLine(instance.name);
  if ("url" in found) {
    if (terminal.json) terminal.record({ type: "ready", url: found.url });
    terminal.say(
      `${name} runs at ${oneLine(found.url)}. Ctrl-C ends ${isOurs ? "it" : "the watching only"}.`,
    );
  }
  const ending = new AbortController();
  // What a server that was started here has written before it was ready, too: failed imports stand there.
  const both = AbortSignal.any([signal, ending.signal]);
  const printing = lifecycle.logs
    ? printLog(host, lifecycle.logs({ follow: true, signal: both, ...(!isOurs && { lines: 0 }) })).catch(
        (error: unknown) => {
          if (!both.aborted) throw error;
        },
      )
    : Promise.resolve();
  const down = await untilDown(lifecycle, signal, ticker);
  const { stop } = lifecycle;
  // Ctrl-C has been pressed, and ends nothing of this.
  if (down === undefined && isOurs && stop !== undefined)
    await runWithSteps(host, (options) => stop.call(lifecycle, options), new AbortController().signal);
  ending.abort();
  await printing;
  const last = await lifecycle.state();
  // Somebody else's `backend stop` is no failure.
  const isFine = down === undefined || down.state === "stopped";
  const code = exitCode(isFine ? "finished" : "backend");
  if (terminal.json) {
    const status = isFine ? "finished" : "failed";
    terminal.record({ type: "result", status, exitCode: code, instance, lifecycle: last });
  } else if (!isFine) {
    terminal.note(`${terminal.paint.red("error:")} ${name} is down: ${stateWord(down)}.`);
    terminal.note(
      `  \`pictor backend logs ${name}\` shows its log, \`pictor backend start ${name}\` starts it again.`,
    );
  } else if (down !== undefined) terminal.note(`${name} was stopped elsewhere.`);
  else terminal.note(isOurs ? `${name} is stopped.` : `${name} goes on.`);
  return code;
}
