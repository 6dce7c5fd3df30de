// Projects of our own: a generation as a file, `{ "pictorProject": 1, "workflow": ..., "params": ..., "features": [...] }`.

import type { JsonObject } from "../record.js";
import type { ProjectRequest } from "./types.js";

/** Grows by one when a reader of the older form would go wrong. */
export const projectVersion = 1;
/** The key that makes a JSON file a project. */
export const projectKey = "pictorProject";

/** What is wrong: where, what was found there, and what to do. */
export interface ProjectProblem {
  /** JSON pointer; empty for the whole. */
  readonly pointer: string;
  readonly found: string;
  readonly expected: string;
}
export type ReadProject =
  { readonly project: ProjectRequest } | { readonly problems: readonly ProjectProblem[] };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function described(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

interface Rule {
  readonly pointer: string;
  readonly value: unknown;
  readonly isRight: boolean;
  readonly expected: string;
}

const featureRules = (value: unknown, index: number): readonly Rule[] => {
  const pointer = `/features/${index}`;
  const { id, settings = {} } = isObject(value) ? value : {};
  if (!isObject(value))
    return [{ pointer, value, isRight: false, expected: "an object with id and settings" }];
  return [
    {
      pointer: `${pointer}/id`,
      value: id,
      isRight: typeof id === "string" && id !== "",
      expected: "the id of an add-on",
    },
    {
      pointer: `${pointer}/settings`,
      value: settings,
      isRight: isObject(settings),
      expected: "an object of settings",
    },
  ];
};

function rulesOf(found: JsonObject): readonly Rule[] {
  const { workflow, params = {}, features = [], count = 1 } = found;
  const version = found[projectKey];
  const isCount = Number.isSafeInteger(count) && Number(count) >= 1;
  const names = [projectKey, "workflow", "params", "features", "count", "$schema"];
  const unknown = Object.keys(found).filter((name) => !names.includes(name));
  return [
    {
      pointer: `/${projectKey}`,
      value: version,
      isRight: version === projectVersion,
      expected: `${projectVersion}, the version that is known here`,
    },
    {
      pointer: "/workflow",
      value: workflow,
      isRight: typeof workflow === "string" && workflow !== "",
      expected: "the id of a workflow",
    },
    { pointer: "/params", value: params, isRight: isObject(params), expected: "an object of settings" },
    {
      pointer: "/features",
      value: features,
      isRight: Array.isArray(features),
      expected: "a list of add-ons",
    },
    ...(Array.isArray(features) ? features.flatMap(featureRules) : []),
    { pointer: "/count", value: count, isRight: isCount, expected: "a whole number of batches, from 1" },
    ...unknown.map((name) => ({
      ...{ pointer: `/${name}`, value: found[name], isRight: false },
      expected: `only ${names.slice(0, 5).join(", ")}`,
    })),
  ];
}

/** Checks what was read from JSON; every problem, not just the first. Whether the settings fit is the workflow's to say. */
export function readProject(found: unknown): ReadProject {
  if (!isObject(found)) {
    return { problems: [{ pointer: "", found: described(found), expected: "an object" }] };
  }
  const problems = rulesOf(found).filter(({ isRight }) => !isRight);
  if (problems.length > 0) {
    return {
      problems: problems.map(({ pointer, value, expected }) => ({
        pointer,
        found: described(value),
        expected,
      })),
    };
  }
  const { workflow, params = {}, features = [], count = 1 } = found;
  const uses = (features as readonly JsonObject[]).map(({ id, settings = {} }) => ({ id, settings }));
  return {
    project: { workflow, params, features: uses, count } as unknown as ProjectRequest,
  };
}

/** As it is written: indented, with a line feed at its end. */
export function projectText({ workflow, params, features, count }: ProjectRequest): string {
  const project = { [projectKey]: projectVersion, workflow, params, features, ...(count > 1 && { count }) };
  return `${JSON.stringify(project, null, 2)}\n`;
}
