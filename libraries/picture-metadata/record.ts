// The project record: everything that is needed to make the same picture again, as it stands in the picture.

/** JSON as plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** Grows by one when a reader of the older form would go wrong. */
export const recordVersion = 1;
/** Under which word it stands in a picture. */
export const recordKeyword = "pictor";

export interface ProjectRecord {
  readonly version: typeof recordVersion;
  /** Id of the workflow. */
  readonly workflow: string;
  /** Its settings, with the picture's own seed and prompts: running them once gives this picture alone. */
  readonly params: JsonObject;
  readonly features: readonly { readonly id: string; readonly settings: JsonObject }[];
  /** As a person would write them to get the same again: choices made, networks named. */
  readonly prompt: { readonly positive: string; readonly negative: string };
  /** 0 to 2^64 - 1, in decimal digits. */
  readonly seed: string;
  /** Number of the batch in its job, from 0. */
  readonly batch: number;
  /** Number of the output in its job, from 0. */
  readonly index: number;
  /** Number of the file among those of its node, from 0; 0 in records of before it was kept. */
  readonly place: number;
  /** What output steps had to say. */
  readonly metadata?: JsonObject;
  /** Id to version of each plugin that took part. */
  readonly plugins: Readonly<Record<string, string>>;
  readonly backend: {
    readonly name: string;
    readonly kind: string;
    readonly version: string;
    /** What it does less than it seems. */
    readonly notice?: string;
  };
}

const isText = (value: unknown): boolean => typeof value === "string";
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isSeed = (value: unknown): boolean =>
  typeof value === "string" && /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n;
const hasTexts = (value: unknown, ...names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => Object.hasOwn(value, name) && isText(value[name]));
const isFeature = (value: unknown): boolean =>
  hasTexts(value, "id") && isObject((value as JsonObject)["settings"]);

/** Every field, and what is wrong with one that is not so. */
const fields: Readonly<
  Record<Exclude<keyof ProjectRecord, "version">, readonly [(value: unknown) => boolean, string]>
> = {
  workflow: [(value) => isText(value) && value !== "", "the id of a workflow"],
  params: [isObject, "an object"],
  features: [(value) => Array.isArray(value) && value.every(isFeature), "a list of { id, settings }"],
  prompt: [(value) => hasTexts(value, "positive", "negative"), "{ positive, negative }"],
  seed: [isSeed, "a seed in decimal digits"],
  batch: [isCount, "a number from 0"],
  index: [isCount, "a number from 0"],
  place: [isCount, "a number from 0"],
  metadata: [(value) => value === undefined || isObject(value), "an object"],
  plugins: [(value) => isObject(value) && Object.values(value).every(isText), "an object of versions"],
  backend: [(value) => hasTexts(value, "name", "kind", "version"), "{ name, kind, version }"],
};

/** The record, or what is wrong with it: the end of a sentence that begins with the record. */
export type ReadRecord = { readonly record: ProjectRecord } | { readonly problem: string };

/** Reads and checks a record. Fields of other names are left out. */
export function parseRecord(text: string): ReadRecord {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { problem: "is not JSON" };
  }
  if (!isObject(found)) return { problem: "is not an object" };
  const { version } = found;
  if (version !== recordVersion) {
    return {
      problem: `has version ${JSON.stringify(version ?? null)}, and ${recordVersion} is the one known here`,
    };
  }
  const completed: Readonly<Record<string, unknown>> = { place: 0, ...found };
  const own = (name: string): unknown => (Object.hasOwn(completed, name) ? completed[name] : undefined);
  const wrong = Object.entries(fields).find(([name, [isRight]]) => !isRight(own(name)));
  if (wrong !== undefined) return { problem: `has a "${wrong[0]}" that is not ${wrong[1][1]}` };
  const kept = Object.keys(fields).flatMap((name) =>
    own(name) === undefined ? [] : [[name, own(name)] as const],
  );
  return { record: { version: recordVersion, ...Object.fromEntries(kept) } as ProjectRecord };
}

/** As it is written: JSON in ASCII alone where `isAscii`, other signs as `\u` sequences, which every reader undoes. */
export function recordText(record: ProjectRecord, isAscii = false): string {
  const text = JSON.stringify(record);
  if (!isAscii) return text;
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
