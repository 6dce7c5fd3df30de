// `pictor serve` as a process of its own.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createClient, type Client } from "@pictor/client";
import { userVariables } from "@pictor/host/testing";
import { commandLine } from "../../../cli/testing/command-line.js";

const children = new Set<ChildProcess>();

export interface Served {
  readonly url: string;
  readonly token: string;
  readonly client: Client;
  /** Everything that the process has written so far. */
  written(): { readonly stdout: string; readonly stderr: string };
  /** Sends SIGINT. Resolves to the exit code, and to what the process has written to stderr. */
  interrupt(): Promise<readonly [number | null, string]>;
}

/** Starts it with its data and its configuration in `folder`, on a free port. */
export async function serve(folder: string, ...options: readonly string[]): Promise<Served> {
  const parameters = [...commandLine, "serve", "--port", "0", "--json", ...options];
  const env = { ...process.env, PICTOR_TRUST: "1", ...userVariables(folder) };
  const child = spawn(process.execPath, parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  child.once("exit", () => children.delete(child));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
  return {
    url,
    token,
    client: createClient({ url, token }),
    written: () => ({ stdout, stderr }),
    async interrupt() {
      const exited = once(child, "exit");
      child.kill("SIGINT");
      const [code] = (await exited) as [number | null];
      return [code, stderr];
    },
  };
}

/** Ends what a failed test has left. */
export function endServed(): void {
  for (const child of children) child.kill("SIGKILL");
}
