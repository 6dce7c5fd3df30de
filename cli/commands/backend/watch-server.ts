// `pictor backend start --watch`: prints the server's log until Ctrl-C, or until the server stops.

import type { BackendInstance, InstanceState, LifecycleFacet } from "@pictor/kernel";
import type { ExitCode } from "../../base/exit-codes.js";
import { ended } from "../../output/finished.js";
import { realTicker, type Ticker } from "../../output/ticker.js";
import type { CommandHost } from "../../session/command-host.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { printLog } from "./print-logs.js";
import { stateText } from "./state-text.js";

export interface WatchedServer {
  readonly instance: BackendInstance;
  readonly lifecycle: LifecycleFacet;
  /** The state of the server when watching begins. */
  readonly found: InstanceState;
  /** Whether this command started the server. A server that was already running is left running. */
  readonly isStartedHere: boolean;
}

/** Interval of the checks whether the server runs, in milliseconds. */
const checkIntervalMs = 500;

/** Waits until the server is down. Resolves to its state, or to undefined when the signal is aborted. */
function waitUntilDown(
  lifecycle: LifecycleFacet,
  signal: AbortSignal,
  ticker: Ticker,
): Promise<InstanceState | undefined> {
  return new Promise((resolve) => {
    const stop = (found?: InstanceState): void => {
      stopTicking();
      resolve(found);
    };
    const check = async (): Promise<void> => {
      const found = await lifecycle.state().catch(() => undefined);
      if (found?.state === "crashed" || found?.state === "stopped" || found?.state === "absent") stop(found);
    };
    const stopTicking = ticker.every(checkIntervalMs, () => void check());
    if (signal.aborted) stop();
    signal.addEventListener("abort", () => stop());
  });
}

/**
 * Prints the log until Ctrl-C (exit code 0; a server that this command started is stopped), or until the server is down
 * (exit code 0 if another command stopped it, else 3).
 */
export async function watchServer(
  host: CommandHost,
  { instance, lifecycle, found, isStartedHere }: WatchedServer,
  ticker: Ticker = realTicker,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const name = oneLine(instance.name);
  if ("url" in found) {
    if (terminal.json) terminal.record({ type: "ready", url: found.url });
    terminal.say(
      `${name} runs at ${oneLine(found.url)}. Ctrl-C ${isStartedHere ? "stops it" : "only stops watching"}.`,
    );
  }
  const ending = new AbortController();
  // If this command started the server, print the log from the beginning, because failed imports are reported there.
  const endSignal = AbortSignal.any([signal, ending.signal]);
  const printing = lifecycle.logs
    ? printLog(
        host,
        lifecycle.logs({ follow: true, signal: endSignal, ...(!isStartedHere && { lines: 0 }) }),
      ).catch((error: unknown) => {
        if (!endSignal.aborted) throw error;
      })
    : Promise.resolve();
  const down = await waitUntilDown(lifecycle, signal, ticker);
  const { stop } = lifecycle;
  // The host's signal is already aborted, so stopping uses a new signal.
  if (down === undefined && isStartedHere && stop !== undefined)
    await runWithSteps(host, (options) => stop.call(lifecycle, options), new AbortController().signal);
  ending.abort();
  await printing;
  const last = await lifecycle.state();
  // If another command stopped the server, that is not a failure.
  const isFine = down === undefined || down.state === "stopped";
  const status = isFine ? "finished" : "failed";
  const code = ended(terminal, isFine ? "finished" : "backend", { status, instance, lifecycle: last });
  if (terminal.json) return code;
  if (!isFine) {
    terminal.note(`${terminal.paint.red("error:")} ${name} is down: ${stateText(down)}.`);
    terminal.note(
      `  \`pictor backend logs ${name}\` shows its log, \`pictor backend start ${name}\` starts it again.`,
    );
  } else if (down !== undefined) terminal.note(`${name} was stopped by another program.`);
  else terminal.note(isStartedHere ? `${name} is stopped.` : `${name} keeps running.`);
  return code;
}
