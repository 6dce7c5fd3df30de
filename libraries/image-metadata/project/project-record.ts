// The project record: the JSON in an image that holds everything needed to make the same image again.

import { isDeeperThan, isString } from "@pictor/kernel/plugin";
import { isJsonObject, maxLevels, type JsonObject } from "../base/json.js";

/** Version of the record format. It grows by one when a reader of the previous version would misread the record. */
export const recordVersion = 1;
/** The keyword of the record's text in an image. */
export const recordKeyword = "pictor";

export interface ProjectRecord {
  readonly version: typeof recordVersion;
  /** Id of the workflow. */
  readonly workflow: string;
  /** Settings of the workflow, with the seed and the prompts of this image: one run makes this image only. */
  readonly params: JsonObject;
  readonly features: readonly { readonly id: string; readonly settings: JsonObject }[];
  /** SHA-256, in hexadecimal digits, of the input files, by the paths that the settings have. */
  readonly files?: Readonly<Record<string, string>>;
  /** The prompts that make the same image: with choices and wildcards resolved, and with LoRA tags. */
  readonly prompt: { readonly positive: string; readonly negative: string };
  /** The seed, 0 to 2^64 - 1, in decimal digits; absent if the graph used no seed. */
  readonly seed?: string;
  /** Number of the batch in its job, from 0. */
  readonly batch: number;
  /** Number of the output in its job, from 0. */
  readonly index: number;
  /** Number of the file among the outputs of its node, from 0; 0 in records written before this field existed. */
  readonly place: number;
  /** Metadata that output plugins added. */
  readonly metadata?: JsonObject;
  /** Id to version of each plugin that took part. */
  readonly plugins: Readonly<Record<string, string>>;
  readonly backend: {
    readonly name: string;
    readonly kind: string;
    readonly version: string;
    /** A limitation of the backend, such as a simulated sampler. */
    readonly notice?: string;
  };
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isSeed = (value: unknown): boolean =>
  typeof value === "string" && /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n;
const hasTexts = (value: unknown, ...names: readonly string[]): boolean =>
  isJsonObject(value) && names.every((name) => Object.hasOwn(value, name) && isString(value[name]));
const isDigests = (value: unknown): boolean =>
  isJsonObject(value) &&
  Object.values(value).every((digest) => typeof digest === "string" && /^[\da-f]{64}$/.test(digest));
const isFeature = (value: unknown): boolean =>
  hasTexts(value, "id") && isJsonObject((value as JsonObject)["settings"]);

const isBackend = (value: unknown): boolean =>
  hasTexts(value, "name", "kind", "version") &&
  ["undefined", "string"].includes(typeof (value as JsonObject)["notice"]);

/** For each field: a function that checks a value, and a description of the expected value. */
const fields: Readonly<
  Record<
    Exclude<keyof ProjectRecord, "version">,
    readonly [isValid: (value: unknown) => boolean, expected: string]
  >
> = {
  workflow: [(value) => isString(value) && value !== "", "the id of a workflow"],
  params: [isJsonObject, "an object"],
  features: [(value) => Array.isArray(value) && value.every(isFeature), "a list of { id, settings }"],
  files: [(value) => value === undefined || isDigests(value), "an object of SHA-256 digests"],
  prompt: [(value) => hasTexts(value, "positive", "negative"), "{ positive, negative }"],
  seed: [(value) => value === undefined || isSeed(value), "a seed in decimal digits"],
  batch: [isCount, "a whole number from 0"],
  index: [isCount, "a whole number from 0"],
  place: [isCount, "a whole number from 0"],
  metadata: [(value) => value === undefined || isJsonObject(value), "an object"],
  plugins: [(value) => isJsonObject(value) && Object.values(value).every(isString), "an object of versions"],
  backend: [isBackend, "{ name, kind, version }"],
};

/** `problem` is the end of a sentence whose subject is the record. */
export type ParsedProjectRecord = { readonly record: ProjectRecord } | { readonly problem: string };

/** Parses and checks a record. Unknown fields are dropped. */
export function parseProjectRecord(text: string): ParsedProjectRecord {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { problem: "is not JSON" };
  }
  if (!isJsonObject(found)) return { problem: "is not an object" };
  if (isDeeperThan(maxLevels, found)) return { problem: "is nested too deeply" };
  const { version } = found;
  if (version !== recordVersion) {
    return {
      problem: `has version ${JSON.stringify(version ?? null)}, and this Pictor reads ${recordVersion}`,
    };
  }
  const completed: Readonly<Record<string, unknown>> = { place: 0, ...found };
  const valueOf = (name: string): unknown => (Object.hasOwn(completed, name) ? completed[name] : undefined);
  const invalid = Object.entries(fields).find(([name, [isValid]]) => !isValid(valueOf(name)));
  if (invalid !== undefined) return { problem: `has a "${invalid[0]}" that is not ${invalid[1][1]}` };
  const kept = Object.keys(fields).flatMap((name) =>
    valueOf(name) === undefined ? [] : [[name, valueOf(name)] as const],
  );
  return { record: { version: recordVersion, ...Object.fromEntries(kept) } as ProjectRecord };
}

/** The record as JSON. */
export const formatProjectRecord = (record: ProjectRecord): string => JSON.stringify(record);

/** The same for EXIF tags that hold ASCII only: other characters are `\u` sequences. */
export const formatAsciiRecord = (record: ProjectRecord): string =>
  JSON.stringify(record).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
