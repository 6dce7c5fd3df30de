// Reads and filters the journal that the plugin output-journal writes.

import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { dataFile, reasonOf, systemCode, type LoadedConfiguration } from "@pictor/host";
import { UsageError } from "../../base/usage-error.js";

/** An entry with the fields that `history` shows; `--json` prints its other fields too. */
export interface HistoryEntry extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly workflow: string;
  readonly prompt: string;
  readonly negative: string;
  readonly seed: string;
  readonly path: string;
}
export interface Journal {
  /** In the order of the file. */
  readonly entries: readonly HistoryEntry[];
  /** Numbers of the invalid lines, from 1. */
  readonly broken: readonly number[];
}

/** The path of the journal in this configuration. Throws a UsageError if the path is not absolute. */
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

const requiredFields = ["time", "workflow", "prompt", "negative", "seed", "path"] as const;

function parseEntry(line: string): HistoryEntry | undefined {
  try {
    const found = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
    const isComplete = found !== null && requiredFields.every((name) => typeof found[name] === "string");
    if (!isComplete || Number.isNaN(Date.parse((found as HistoryEntry).time))) return undefined;
    return found as HistoryEntry;
  } catch {
    return undefined;
  }
}

/** Reads the journal; a missing file is an empty journal. Duplicate lines count once. */
export async function readJournal(path: string): Promise<Journal> {
  const entries = new Map<string, HistoryEntry>();
  const broken: number[] = [];
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      number++;
      if (line === "") continue;
      const entry = parseEntry(line);
      if (entry === undefined) broken.push(number);
      else entries.set(line, entry);
    }
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw unusableJournal(path, error);
  }
  return { entries: [...entries.values()], broken };
}

const unusableJournal = (path: string, error: unknown): UsageError => {
  return new UsageError(
    "USAGE_FILE",
    `The journal ${path} cannot be used: ${reasonOf(error)}.`,
    "Check the file and its permissions.",
    error,
  );
};

export async function removeJournal(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw unusableJournal(path, error);
  }
}

export interface HistoryFilter {
  /** Each word must occur in the prompt or the negative prompt; case is ignored. */
  readonly words: readonly string[];
  readonly workflow?: string;
  readonly limit: number;
}

/** The entries that match the filter, newest first. */
export function selectEntries(
  entries: readonly HistoryEntry[],
  { words, workflow, limit }: HistoryFilter,
): readonly HistoryEntry[] {
  const lower = words.map((word) => word.toLocaleLowerCase());
  const isMatch = ({ workflow: own, prompt, negative }: HistoryEntry): boolean => {
    const text = `${prompt}\n${negative}`.toLocaleLowerCase();
    return (workflow === undefined || workflow === own) && lower.every((word) => text.includes(word));
  };
  // Sorted by time, because several processes append to the file.
  return entries
    .filter(isMatch)
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .reverse()
    .slice(0, limit);
}
