// The journal of saved outputs that the plugin output-journal writes: its path, and the format of its lines.

import { createHash } from "node:crypto";
import { dataFile, type LoadedConfiguration, type SystemEnvironment } from "@pictor/kernel";

/** A saved output, with the members that every entry has. */
export interface HistoryEntry extends Readonly<Record<string, unknown>> {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Id of the workflow. */
  readonly workflow: string;
  readonly prompt: string;
  readonly negative: string;
  /** The seed in decimal digits; absent if the graph used no seed. */
  readonly seed?: string;
  /** Path of the saved file in the form in which it was written to the journal. */
  readonly path: string;
}

/** The path of the journal in the configuration; empty for the standard one. */
export function configuredJournal({ plugins = {} }: LoadedConfiguration["values"]): string {
  const given = plugins["output-journal"]?.config?.["path"];
  return typeof given === "string" ? given : "";
}

/** The absolute path of the journal; undefined if the configured path is not absolute. */
export const journalFile = (
  values: LoadedConfiguration["values"],
  machine: SystemEnvironment,
): string | undefined => dataFile(configuredJournal(values), "history.jsonl", machine);

const requiredFields = ["time", "workflow", "prompt", "negative", "path"] as const;

/** Returns the value as an entry of the journal; undefined if it is not one. */
export function entryOf(value: unknown): HistoryEntry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found = value as Readonly<Record<string, unknown>>;
  if (!requiredFields.every((name) => typeof found[name] === "string")) return undefined;
  if (!["string", "undefined"].includes(typeof found["seed"])) return undefined;
  return Number.isNaN(Date.parse((found as HistoryEntry).time)) ? undefined : (found as HistoryEntry);
}

/** The entry of a line; undefined for an invalid one. */
export function parseEntry(line: string): HistoryEntry | undefined {
  try {
    return entryOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/**
 * The id of a saved output. It does not reveal the path of the file, and consists of hexadecimal digits, so that it can
 * be an argument of a command.
 */
export const savedImageId = ({ time, path, jobId, seed }: HistoryEntry): string =>
  createHash("sha256")
    .update(JSON.stringify([time, path, jobId ?? "", seed]))
    .digest()
    .toString("hex", 0, 12);
