// Finds a server whose host was killed between the spawn and the write of run.json, by its command line.

import { readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Instance } from "../../instance.js";
import { listPids, readStat } from "@pictor/process-table";
import { isAlive, isFromEarlierBoot, identifyProcess } from "../process/process-identity.js";
import { readRecord, type RunRecord } from "./run-record.js";

type ProcessTools = Pick<Instance, "layout" | "run" | "platform">;

/** The file that exists from before the spawn until run.json is written. Its `process` is the host that spawns. */
export const launchingFile = ({ layout }: Pick<Instance, "layout">): string =>
  join(layout.root, "launching.json");

/**
 * Finds the server. Settles with the record that the killed host would have written; undefined while that host lives,
 * and on Windows.
 */
export async function findUnrecordedServer(instance: ProcessTools): Promise<RunRecord | undefined> {
  const { platform } = instance;
  const launching = await readRecord(launchingFile(instance));
  if (launching === undefined || platform === "win32") return undefined;
  if ((await isFromEarlierBoot(launching.process, platform)) || (await isAlive(launching.process, instance)))
    return undefined;
  const commandLine = ["main.py", ...launching.argv];
  const pid = await (platform === "linux"
    ? findInProc(commandLine, instance)
    : findByPs(commandLine, instance));
  const process = pid === undefined ? undefined : await identifyProcess(pid, instance);
  return process === undefined ? undefined : { ...launching, process };
}

const endsWithWords = (all: readonly string[], commandLine: readonly string[]): boolean =>
  all.length > commandLine.length &&
  commandLine.every((word, at) => word === all[all.length - commandLine.length + at]);

async function findInProc(
  commandLine: readonly string[],
  { layout }: ProcessTools,
): Promise<number | undefined> {
  const folder = await realpath(layout.comfy).catch(() => layout.comfy);
  for (const pid of await listPids()) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!endsWithWords(line.split("\0").slice(0, -1), commandLine)) continue;
    const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    const stat = await readStat(pid);
    if (stat?.group === pid && !stat.hasEnded && workingFolder === folder) return pid;
  }
  return undefined;
}

/** `ps` shows no working folder; the port among the arguments distinguishes instances. */
async function findByPs(commandLine: readonly string[], { run }: ProcessTools): Promise<number | undefined> {
  const lines: string[] = [];
  // One `-o` for each column: in a list, FreeBSD takes what follows the first `=` for the heading of the first column.
  // In the locale C, ps escapes the letters of a path that are not ASCII.
  await run("ps", ["-A", "-ww", "-o", "pid=", "-o", "pgid=", "-o", "command="], {
    env: { LC_ALL: "en_US.UTF-8" },
    onLine: (line) => lines.push(line),
  }).ended;
  const found = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line))
    .find((match) => match?.[1] === match?.[2] && match?.[3]?.endsWith(` ${commandLine.join(" ")}`) === true);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
