// The journal that the plugin output-journal keeps, as `pictor history` reads it.

import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { dataFile, reasonOf, systemCode, type LoadedConfiguration } from "@pictor/host";
import { UsageError } from "../../base/usage-error.js";

/** What is shown of a line; the others of its fields are kept for `--json`. */
export interface HistoryEntry extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly workflow: string;
  readonly prompt: string;
  readonly negative: string;
  readonly seed: string;
  readonly path: string;
}
export interface Journal {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
  /** Numbers of lines that are none, from 1. */
  readonly broken: readonly number[];
}

/** The file that the plugin writes under this configuration. Throws a UsageError where that is none. */
export function journalPath(
  { plugins = {} }: LoadedConfiguration["values"],
  env: Readonly<Record<string, string | undefined>>,
): string {
  const given = plugins["output-journal"]?.config?.["path"];
  const configured = typeof given === "string" ? given : "";
  const path = dataFile(configured, "history.jsonl", { env, platform: process.platform, home: homedir() });
  if (path !== undefined) return path;
  const hint =
    "Correct plugins.output-journal.config.path in the configuration: an absolute path, or one below ~/.";
  throw new UsageError("USAGE_FILE", `The journal's path "${configured}" is not absolute.`, hint);
}

const names = ["time", "workflow", "prompt", "negative", "seed", "path"] as const;

function entryOf(line: string): HistoryEntry | undefined {
  try {
    const found = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
    const isWhole = found !== null && names.every((name) => typeof found[name] === "string");
    return isWhole ? (found as HistoryEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** No file is an empty journal. A line that was written twice counts once. */
export async function readJournal(path: string): Promise<Journal> {
  const entries = new Map<string, HistoryEntry>();
  const broken: number[] = [];
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      number++;
      if (line === "") continue;
      const entry = entryOf(line);
      if (entry === undefined) broken.push(number);
      else entries.set(line, entry);
    }
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw notRead(path, error);
  }
  return { entries: [...entries.values()], broken };
}

const notRead = (path: string, error: unknown): UsageError => {
  return new UsageError(
    "USAGE_FILE",
    `The journal ${path} cannot be used: ${reasonOf(error)}.`,
    "Look at the file.",
    error,
  );
};

export async function removeJournal(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw notRead(path, error);
  }
}

export interface Wanted {
  /** Each of these words must stand in one of the prompts, in any case. */
  readonly words: readonly string[];
  readonly workflow?: string;
  readonly limit: number;
}

/** Newest first. */
export function selectEntries(
  entries: readonly HistoryEntry[],
  { words, workflow, limit }: Wanted,
): readonly HistoryEntry[] {
  const lower = words.map((word) => word.toLocaleLowerCase());
  const isWanted = ({ workflow: own, prompt, negative }: HistoryEntry): boolean => {
    const text = `${prompt}\n${negative}`.toLocaleLowerCase();
    return (workflow === undefined || workflow === own) && lower.every((word) => text.includes(word));
  };
  // By the time of writing: several processes append, and clocks of one machine agree well enough.
  return entries
    .filter(isWanted)
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .reverse()
    .slice(0, limit);
}
