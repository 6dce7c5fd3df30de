// A server whose host was killed before it could write down which process it is: found by its command line.

import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Means } from "../../instance.js";
import { isAlive, isOfEarlierBoot, markOf } from "../process/process-identity.js";
import { readRecord, type RunRecord } from "./run-record.js";

type StrayMeans = Pick<Means, "layout" | "run" | "platform">;

/**
 * Written before a process is started, gone when its record is there. `process` is who starts it: as long as that lives, it
 * is at work.
 */
export const launchingFile = ({ layout }: Pick<Means, "layout">): string =>
  join(layout.root, "launching.json");

/** As its record would be. It leads a group of its own. Undefined also where the system does not tell. */
export async function findStray(means: StrayMeans): Promise<RunRecord | undefined> {
  const { platform } = means;
  const launching = await readRecord(launchingFile(means));
  if (launching === undefined || platform === "win32") return undefined;
  if ((await isOfEarlierBoot(launching.process, platform)) || (await isAlive(launching.process, means)))
    return undefined;
  const words = ["main.py", ...launching.argv];
  const pid = await (platform === "linux" ? inProc(words, means) : byPs(words, means));
  const process = pid === undefined ? undefined : await markOf(pid, means);
  return process === undefined ? undefined : { ...launching, process };
}

const endsWith = (all: readonly string[], words: readonly string[]): boolean =>
  all.length > words.length && words.every((word, at) => word === all[all.length - words.length + at]);

async function inProc(words: readonly string[], { layout }: StrayMeans): Promise<number | undefined> {
  const folder = await realpath(layout.comfy).catch(() => layout.comfy);
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (!endsWith(line.split("\0").slice(0, -1), words)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const where = await readlink(`/proc/${name}/cwd`).catch(() => "");
    if (group === name && where === folder) return Number(name);
  }
  return undefined;
}

/** Folders of other processes are not told; the port in the arguments tells one instance from another. */
async function byPs(words: readonly string[], { run }: StrayMeans): Promise<number | undefined> {
  const lines: string[] = [];
  await run("ps", ["-A", "-ww", "-o", "pid=,pgid=,command="], {
    env: { LC_ALL: "C" },
    onLine: (line) => lines.push(line),
  }).ended;
  const found = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find((match) => match?.[1] === match?.[2] && match?.[3]?.endsWith(` ${words.join(" ")}`) === true);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
