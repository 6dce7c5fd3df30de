// One attempt: a new server in one process, the client in another. Always settles with an outcome.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const quiet = { stdio: ["ignore", "ignore", process.env.BENCH_DEBUG ? "inherit" : "ignore", "ipc"] };

/** Longer than any client's own time limit: a client process without a message for this long is stuck. */
const overtimeMs = 60_000;

const nextMessage = async (child, name) => {
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  died.catch(() => undefined);
  const [message] = await Promise.race([once(child, "message"), died]);
  return message;
};

/** `{ mark, ms, status, reason, note, gaveUp, isLate }`; `broken` if the harness itself has failed. */
export async function runCase({ client, index, watchMs, inFront, backend, gateway, graphFile, paceMs }) {
  const stage = fork(script("stage.mjs"), [JSON.stringify([backend ?? "", inFront, gateway])], quiet);
  let attempt;
  try {
    const place = await nextMessage(stage, "the server");
    attempt = fork(
      script("attempt.mjs"),
      [JSON.stringify({ client, index, place, graphFile, paceMs })],
      quiet,
    );
    return await outcomeOf(attempt, stage, watchMs + paceMs + overtimeMs);
  } catch (error) {
    return { mark: "broken", reason: String(error) };
  } finally {
    attempt?.kill("SIGKILL");
    if (stage.connected) stage.disconnect();
    setTimeout(() => stage.kill("SIGKILL"), 3000).unref();
  }
}

function outcomeOf(attempt, stage, watchMs) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => resolve({ mark: "hang", ms: watchMs, note: "the process is stuck" }),
      watchMs,
    );
    attempt.on("message", ({ outcome, faults }) => {
      if (outcome !== undefined) {
        clearTimeout(limit);
        resolve(outcome);
        return;
      }
      stage.once("message", () => attempt.connected && attempt.send({ set: true }));
      stage.send({ faults });
    });
    attempt.once("exit", (code) => {
      clearTimeout(limit);
      reject(new Error(`the client's process ended with ${code}`));
    });
    stage.once("exit", (code) => {
      clearTimeout(limit);
      reject(new Error(`the server ended with ${code}`));
    });
  });
}
