// The prompts that this user's commands have removed from queues: a server keeps no trace of them, so that it looks as if it
// had lost them.

import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder, homeFolder } from "@pictor/host";
import type { Streams } from "../base/streams.js";

type Environment = Streams["env"];

/** Milliseconds for which a removed prompt is remembered. */
const keptMs = 7 * 24 * 3_600_000;

const folderOf = (env: Environment): string =>
  join(dataFolder({ env, platform: process.platform, home: homeFolder() }), "removed-prompts");

/** The id comes from a server and may be any text. */
const fileOf = (env: Environment, promptId: string): string =>
  join(folderOf(env), createHash("sha256").update(promptId).digest("hex"));

const ageMs = async (file: string): Promise<number> => Date.now() - (await stat(file)).mtimeMs;

/** Remembers a removed prompt, and forgets old ones. An error is ignored: only a message depends on the file. */
export async function rememberRemoved(env: Environment, promptId: string): Promise<void> {
  try {
    await mkdir(folderOf(env), { recursive: true, mode: 0o700 });
    await writeFile(fileOf(env, promptId), "", { mode: 0o600 });
    for (const name of await readdir(folderOf(env))) {
      const file = join(folderOf(env), name);
      if ((await ageMs(file)) > keptMs) await rm(file, { force: true });
    }
  } catch {
    return;
  }
}

/** Whether a command of this user has removed the prompt. */
export const wasRemoved = (env: Environment, promptId: string): Promise<boolean> =>
  stat(fileOf(env, promptId)).then(
    () => true,
    () => false,
  );
