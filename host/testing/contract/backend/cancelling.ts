// The rule about cancelling: it ends its own prompt, and says what has happened.

import type { CancelOutcome, PromptState } from "@pictor/kernel";
import { backendRule, type Bench, type Sent } from "./bench.js";

/** How a prompt may end after each outcome of its cancel, while the server holds its runs. */
const endings: Readonly<Record<Exclude<CancelOutcome, "refused">, readonly PromptState["state"][]>> = {
  removed: ["unknown"],
  interrupting: ["interrupted", "unknown"],
  gone: [],
};

async function cancelOne(bench: Bench, sent: Sent, what: string): Promise<CancelOutcome> {
  const outcome = await bench.within("cancel()", bench.backend.cancel(sent.id));
  if (outcome === "refused") return outcome;
  if (outcome === "gone")
    throw new Error(`cancel() of ${what} says "gone", although the prompt is still there`);
  const { state } = await bench.ending(sent, `after cancel() of ${what}`);
  const expected = endings[outcome];
  if (!expected.includes(state))
    throw new Error(
      `cancel() of ${what} says "${outcome}", and state() then says "${state}" instead of ${expected.join(" or ")}`,
    );
  return outcome;
}

async function cancelsItsOwn(bench: Bench): Promise<string | undefined> {
  const { backend, server, kind } = bench;
  if (server.hold === undefined)
    return `the server of ${kind.id} has no hold(), so no prompt is there for long enough to be cancelled`;
  const release = server.hold();
  const first = await bench.submit(1);
  const isRunning = async () =>
    (await bench.within("state()", backend.state(first.id))).state === "running" || undefined;
  await bench.eventually(isRunning);
  const second = await bench.submit(2);
  await cancelOne(bench, second, "a prompt that waits behind another one");
  await bench.letPass(500);
  const { state } = await bench.within("state()", backend.state(first.id));
  if (state !== "running" && state !== "queued")
    throw new Error(
      `cancel() of a prompt ended another one, which is now "${state}"; look at what runs first`,
    );
  const outcome = await cancelOne(bench, first, "the prompt that runs");
  release();
  if (outcome === "refused") return undefined;
  const later = await bench.within("cancel()", backend.cancel(first.id));
  if (later !== "gone")
    throw new Error(`cancel() of a prompt that has ended says "${later}" instead of "gone"`);
  return undefined;
}

export const cancelRules = [
  backendRule("cancel", "cancels its own prompt alone, and says what happened", cancelsItsOwn),
];
