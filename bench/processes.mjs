// Child processes for work that must not share a process: each is started, receives requests, and ends on disconnect.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The next message of a child process. Rejects if the process ends instead. */
async function nextMessage(child, name) {
  const ended = new AbortController();
  const death = once(child, "exit", { signal: ended.signal }).then(([code]) => {
    throw new Error(`${name} ended too early, with ${code}`);
  });
  death.catch(() => undefined);
  const [message] = await Promise.race([once(child, "message"), death]);
  ended.abort();
  return message;
}

/** Options for processes whose clients log to stdout: a full pipe that nobody reads would block them. */
export const quiet = { stdio: ["ignore", "ignore", "inherit", "ipc"] };

/** Starts `script`, relative to `from` (an import.meta.url), and waits for its first message, which becomes `hello`. */
export async function start(from, script, parameters = [], options = {}) {
  const child = fork(fileURLToPath(new URL(script, from)), parameters, options);
  const name = `${script} ${parameters.join(" ")}`;
  const hello = await nextMessage(child, name);
  return {
    hello,
    ask(message) {
      child.send(message);
      return nextMessage(child, name);
    },
    end: () => child.disconnect(),
    kill: () => child.kill("SIGKILL"),
  };
}
