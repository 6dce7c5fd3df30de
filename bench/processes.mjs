// Processes of their own for what must not disturb each other: started, asked, and ended by a disconnect.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The next message; an error when the process ends instead. */
async function wordOf(child, name) {
  const ended = new AbortController();
  const death = once(child, "exit", { signal: ended.signal }).then(([code]) => {
    throw new Error(`${name} ended too early, with ${code}`);
  });
  death.catch(() => undefined);
  const [word] = await Promise.race([once(child, "message"), death]);
  ended.abort();
  return word;
}

/** For processes whose clients log to stdout. A pipe that nobody reads would stop them. */
export const quiet = { stdio: ["ignore", "ignore", "inherit", "ipc"] };

/** Starts `script`, relative to `from` (an import.meta.url), and waits for its first word. */
export async function start(from, script, parameters = [], options = {}) {
  const child = fork(fileURLToPath(new URL(script, from)), parameters, options);
  const name = `${script} ${parameters.join(" ")}`;
  const word = await wordOf(child, name);
  return {
    word,
    ask(message) {
      child.send(message);
      return wordOf(child, name);
    },
    end: () => child.disconnect(),
    kill: () => child.kill("SIGKILL"),
  };
}
