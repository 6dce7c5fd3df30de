// install.json: the installation steps with their results, and an unfinished update.

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isRecord, isString, reasonOf, systemCode, type PictorError } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { writeJson } from "../stored-json.js";
import type { Head } from "../git/repository.js";
import { stepIds, type StepRecord, type StepRecords } from "./steps.js";

export const stateFormat = 1;

/** An update in progress. One that another process finds was interrupted, and is undone. */
export interface PendingUpdate {
  /** The checkout before the update; `name` is its version, for the user. */
  readonly from: Head & { readonly name: string };
  readonly to: string;
  /** Stash commit with the local changes of the tree. */
  readonly localChanges?: string;
  /** The steps before the update. */
  readonly steps: StepRecords;
}
export interface InstallState {
  readonly format: typeof stateFormat;
  readonly steps: StepRecords;
  readonly update?: PendingUpdate;
}
export const emptyState: InstallState = { format: stateFormat, steps: {} };

const isStringRecord = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every(isString);

const isStep = (value: unknown): value is StepRecord =>
  isRecord(value) &&
  ["begun", "finished", "failed"].includes(value["status"] as string) &&
  isString(value["inputs"]) &&
  isString(value["at"]) &&
  isStringRecord(value["facts"]);
const isSteps = (value: unknown): value is StepRecords =>
  isRecord(value) &&
  Object.entries(value).every(([id, step]) => (stepIds as readonly string[]).includes(id) && isStep(step));
const isUpdate = (value: unknown): value is PendingUpdate =>
  isRecord(value) &&
  isStringRecord(value["from"]) &&
  isString(value["from"]["commit"]) &&
  isString(value["from"]["name"]) &&
  isString(value["to"]) &&
  (value["localChanges"] === undefined || isString(value["localChanges"])) &&
  isSteps(value["steps"]);

/** Parses the file. Throws an Error whose message says what is wrong with the text. */
export function parseState(text: string): InstallState {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error("it is not an object");
  if (value["format"] !== stateFormat) throw new Error("it was written by another version of Pictor");
  const { steps, update } = value;
  if (!isSteps(steps)) throw new Error("its steps are invalid");
  if (update === undefined) return { format: stateFormat, steps };
  if (!isUpdate(update)) throw new Error("its update is invalid");
  return { format: stateFormat, steps, update };
}

/** `emptyState` for a missing file. Rejects with `MANAGED_STATE_UNREADABLE` for an invalid one. */
export async function readState(file: string): Promise<InstallState> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    // ENOTDIR, a file in place of the folder, is reported by the next write.
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "")) return undefined;
    throw unreadable(file, error);
  });
  if (text === undefined) return emptyState;
  try {
    return parseState(text);
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, cause: unknown): PictorError =>
  managedFault(
    "MANAGED_STATE_UNREADABLE",
    {
      file,
      folder: dirname(file),
      reason: cause instanceof SyntaxError ? "it is not JSON" : reasonOf(cause),
    },
    { cause },
  );

export const writeState = (file: string, state: InstallState): Promise<void> => writeJson(file, state);
