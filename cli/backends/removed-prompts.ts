// The prompts that this user's commands have removed from queues: a server keeps no trace of them, so that it looks as if it
// had lost them.

import { join } from "node:path";
import { dataFolder, digestOf, realClock, thisMachine } from "@pictor/kernel";
import { ExpiringFiles } from "@pictor/services";
import type { Streams } from "../base/streams.js";

type Environment = Streams["env"];

/** Milliseconds for which a removed prompt is remembered. */
const lifetimeMs = 7 * 24 * 3_600_000;

const filesOf = (env: Environment): ExpiringFiles =>
  new ExpiringFiles({
    folder: join(dataFolder(thisMachine(env)), "removed-prompts"),
    lifetimeMs,
    clock: realClock,
  });

/** The id comes from a server and may be any text. */
const nameOf = (promptId: string): string => digestOf(promptId);

/** Remembers a removed prompt. An error is ignored: only a message depends on the file. */
export const rememberRemoved = (env: Environment, promptId: string): Promise<void> =>
  filesOf(env)
    .keep(nameOf(promptId), "")
    .catch(() => undefined);

/** Whether a command of this user has removed the prompt. */
export const wasRemoved = async (env: Environment, promptId: string): Promise<boolean> =>
  (await filesOf(env).read(nameOf(promptId))) !== undefined;
