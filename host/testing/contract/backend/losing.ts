// The rule about prompts that a server has lost: the job learns of it, and does not wait for ever.

import { PictorError } from "@pictor/kernel";
import { backendRule, type Bench } from "./bench.js";

const waits = new Set(["queued", "running"]);

async function noticesLoss(bench: Bench): Promise<string | undefined> {
  const { backend, server, kind } = bench;
  const { hold, lose } = server;
  if (hold === undefined || lose === undefined)
    return `the server of ${kind.id} has no ${hold === undefined ? "hold()" : "lose()"}, so no prompt can be lost`;
  const release = hold();
  const sent = await bench.submit(1);
  const isRunning = async () =>
    (await bench.within("state()", backend.state(sent.id))).state === "running" || undefined;
  await bench.eventually(isRunning);
  await lose();
  let last = "running";
  const ended = await bench.eventually(async () => {
    const state = await backend.state(sent.id).catch((error: unknown) => error);
    if (state instanceof PictorError && state.base === "BACKEND_CRASHED") return "crashed";
    if (typeof state !== "object" || state === null || !("state" in state)) return undefined;
    last = String(state.state);
    return waits.has(last) ? undefined : last;
  });
  release();
  if (ended === undefined)
    throw new Error(
      `the server has lost the prompt, and state() still says "${last}"; ask the server, and answer "unknown"`,
    );
  if (ended === "succeeded" || ended === "interrupted")
    throw new Error(`the server has lost the prompt, and state() says "${ended}" instead of "unknown"`);
  return undefined;
}

export const lossRules = [backendRule("lost", "notices that the server has lost a prompt", noticesLoss)];
