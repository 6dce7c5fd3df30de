// Parses and formats project files: `{ "pictorProject": 1, "workflow": ..., "params": ..., "features": [...] }`.

import { cutText } from "@pictor/kernel/plugin";
import { isJsonObject, type JsonObject } from "../base/json.js";
import type { Project } from "./project.js";

/** Version of the file format. It grows by one when a reader of the previous version would misread the file. */
export const projectVersion = 1;
/** The key that marks a JSON file as a project; its value is the version. */
export const projectVersionKey = "pictorProject";

/** A value of the file that is invalid. */
export interface ProjectProblem {
  /** JSON pointer to the value; empty for the whole file. */
  readonly pointer: string;
  readonly found: string;
  readonly expected: string;
}
export type ParsedProject = { readonly project: Project } | { readonly problems: readonly ProjectProblem[] };

/** The largest number of characters that a problem shows of a text. */
const maxShownCharacters = 60;

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  return cutText(JSON.stringify(value), maxShownCharacters);
}

type Check = readonly [pointer: string, value: unknown, isValid: boolean, expected: string];

const isNonEmptyText = (value: unknown): boolean => typeof value === "string" && value !== "";

function featureChecks(feature: unknown, index: number): readonly Check[] {
  const pointer = `/features/${index}`;
  if (!isJsonObject(feature)) return [[pointer, feature, false, "an object with id and settings"]];
  const { id, settings = {} } = feature;
  return [
    [`${pointer}/id`, id, isNonEmptyText(id), "the id of a feature"],
    [`${pointer}/settings`, settings, isJsonObject(settings), "an object of settings"],
  ];
}

const knownKeys = [projectVersionKey, "workflow", "params", "features", "count"];

function checksOf(file: JsonObject): readonly Check[] {
  const { [projectVersionKey]: version, workflow, params = {}, features = [], count = 1 } = file;
  const isCount = Number.isSafeInteger(count) && Number(count) >= 1;
  const unknown = Object.keys(file).filter((key) => key !== "$schema" && !knownKeys.includes(key));
  return [
    [
      `/${projectVersionKey}`,
      version,
      version === projectVersion,
      `${projectVersion}, the version that this Pictor reads`,
    ],
    ["/workflow", workflow, isNonEmptyText(workflow), "the id of a workflow"],
    ["/params", params, isJsonObject(params), "an object of settings"],
    ["/features", features, Array.isArray(features), "a list of features"],
    ...(Array.isArray(features) ? features.flatMap(featureChecks) : []),
    ["/count", count, isCount, "a whole number of batches, from 1"],
    ...unknown.map((key): Check => [`/${key}`, file[key], false, `only ${knownKeys.join(", ")}`]),
  ];
}

/**
 * Checks the parsed JSON of a project file and collects all problems. Whether the workflow has the settings is not
 * checked here.
 */
export function parseProject(file: unknown): ParsedProject {
  if (!isJsonObject(file)) {
    return { problems: [{ pointer: "", found: describe(file), expected: "an object" }] };
  }
  const problems = checksOf(file)
    .filter(([, , isValid]) => !isValid)
    .map(([pointer, value, , expected]) => ({ pointer, found: describe(value), expected }));
  if (problems.length > 0) return { problems };
  const { workflow, params = {}, features = [], count = 1 } = file;
  const completed = (features as readonly JsonObject[]).map(({ id, settings = {} }) => ({ id, settings }));
  return { project: { workflow, params, features: completed, count } as unknown as Project };
}

/** The text of a project file: indented, with a line feed at its end. */
export function formatProject({ workflow, params, features, count }: Project): string {
  const file = {
    [projectVersionKey]: projectVersion,
    workflow,
    params,
    features,
    ...(count > 1 && { count }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
