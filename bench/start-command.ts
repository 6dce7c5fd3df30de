// A command of Pictor that serves, in a process of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { commandPath } from "./places.js";

/** What `serve --json` and `panel --json` print when they are ready, as far as the benchmarks read it. */
interface Announcement {
  readonly url: string;
  readonly token: string;
  readonly comfy?: readonly { readonly url: string }[];
  readonly panels?: readonly { readonly url: string }[];
}

export interface StartedCommand extends Announcement {
  /** The address of the port with ComfyUI's routes, with a slash at its end; empty without one. */
  readonly comfyUrl: string;
  /** Milliseconds until the command answered. */
  readonly ms: number;
  readonly pid: number;
  close(): Promise<void>;
}

/** Starts the command with its data and its configuration in `folder`. Resolves when it answers. */
export async function startCommand(
  folder: string,
  words: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<StartedCommand> {
  const started = performance.now();
  const own = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, PICTOR_TRUST: "1" };
  const child = spawn(process.execPath, [commandPath, ...words, "--json"], {
    cwd: folder,
    env: { ...process.env, ...own, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`pictor ${words.join(" ")} ended with ${String(code)}:\n${said}`);
  });
  died.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), died])) as [string];
  const announcement = JSON.parse(line) as Announcement;
  await (await fetch(`${announcement.url}/healthz`)).arrayBuffer();
  const ms = performance.now() - started;
  const comfy = announcement.comfy?.[0]?.url;
  return {
    ...announcement,
    comfyUrl: comfy === undefined ? "" : `${comfy}/`,
    ms,
    pid: child.pid ?? NaN,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** Starts `pictor serve` on a free port. */
export const startServe = (
  folder: string,
  words: readonly string[] = [],
  more: NodeJS.ProcessEnv = {},
): Promise<StartedCommand> => startCommand(folder, ["serve", "--port", "0", ...words], more);
