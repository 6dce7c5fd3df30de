// Reads and filters the journal of saved outputs that the plugin output-journal writes: for `pictor history` and for galleries.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { dataFile, systemCode, type LoadedConfiguration, type SystemEnvironment } from "@pictor/kernel";

/** A saved output, with the members that every entry has. */
export interface HistoryEntry extends Readonly<Record<string, unknown>> {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Id of the workflow. */
  readonly workflow: string;
  readonly prompt: string;
  readonly negative: string;
  /** Decimal digits. */
  readonly seed: string;
  /** Path of the saved file, as whoever wrote the journal has written it. */
  readonly path: string;
}
export interface Journal {
  /** In the order of the file. */
  readonly entries: readonly HistoryEntry[];
  /** Numbers of the invalid lines, from 1. */
  readonly broken: readonly number[];
}

/** The path of the journal as the configuration gives it; empty for the standard one. */
export function configuredJournal({ plugins = {} }: LoadedConfiguration["values"]): string {
  const given = plugins["output-journal"]?.config?.["path"];
  return typeof given === "string" ? given : "";
}

/** The absolute path of the journal; undefined if the configured path is not absolute. */
export const journalFile = (
  values: LoadedConfiguration["values"],
  machine: SystemEnvironment,
): string | undefined => dataFile(configuredJournal(values), "history.jsonl", machine);

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

/** Reads the journal; a missing file is an empty journal. Duplicate lines count once. Rejects with errors of the system. */
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
    if (systemCode(error) !== "ENOENT") throw error;
  }
  return { entries: [...entries.values()], broken };
}

export interface HistoryFilter {
  /** Each word must occur in the prompt or the negative prompt; case is ignored. */
  readonly words: readonly string[];
  readonly workflow?: string | undefined;
  /** A part of the setting `model`; case is ignored. */
  readonly model?: string | undefined;
  /** ISO 8601: the earliest and the latest time. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Default: all entries. */
  readonly limit?: number;
}

const modelOf = ({ params }: HistoryEntry): string => {
  const model = (params as { readonly model?: unknown } | undefined)?.model;
  return typeof model === "string" ? model : "";
};

const isWithin = (time: string, from: string | undefined, to: string | undefined): boolean =>
  (from === undefined || Date.parse(time) >= Date.parse(from)) &&
  (to === undefined || Date.parse(time) <= Date.parse(to));

/** The words of a search. */
export const wordsOf = (search: string): readonly string[] =>
  search.split(/\s+/).filter((word) => word !== "");

/** The entries that match the filter, newest first. */
export function selectEntries<Entry extends HistoryEntry>(
  entries: readonly Entry[],
  { words, workflow, model, from, to, limit }: HistoryFilter,
): readonly Entry[] {
  const lower = words.map((word) => word.toLocaleLowerCase());
  const isMatch = (entry: Entry): boolean => {
    const text = `${entry.prompt}\n${entry.negative}`.toLocaleLowerCase();
    return (
      (workflow === undefined || workflow === entry.workflow) &&
      (model === undefined || modelOf(entry).toLocaleLowerCase().includes(model.toLocaleLowerCase())) &&
      isWithin(entry.time, from, to) &&
      lower.every((word) => text.includes(word))
    );
  };
  // Sorted by time, because several processes append to the file.
  return entries
    .filter(isMatch)
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .reverse()
    .slice(0, limit);
}
