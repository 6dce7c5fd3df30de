// Checks a request before any backend is asked; the messages name the options of the command line.

import {
  checkForm,
  fault,
  knownNames,
  PictorError,
  type Contribution,
  type Field,
  type FormCheck,
  type GenerateRequest,
  type SettingsSchema,
} from "@pictor/kernel";
import { findField } from "../input/settings.js";
import type { Workflow } from "./request-from-options.js";

type Request = Pick<GenerateRequest, "params" | "features">;
type Feature = Pick<Contribution<"features">, "id" | "settings">;
interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** The settings that have an option of their own. */
const ownOptions = new Set(["prompt", "negative", "seed"]);
const optionOf = (path: string): string => (ownOptions.has(path) ? `--${path}` : `--set ${path}`);

/** Converts a JSON pointer to the path of `--set`: `#/loras/0/name` to `loras.0.name`. */
const pathOf = (pointer: string): string => pointer.replace(/^#\/?/, "").replaceAll("/", ".");

const fieldIn = (schema: SettingsSchema, path: string): Field | undefined =>
  findField(schema, path.split("."));

function placeholder(field: Field | undefined): string {
  if (field?.type === "string") return field.format === "path" ? "FILE" : "TEXT";
  return field?.type === "integer" || field?.type === "number" ? "NUMBER" : "VALUE";
}

function workflowProblems({ id, params }: Workflow, { missing, problems }: FormCheck): readonly Problem[] {
  return [
    ...missing.map((path) => {
      const option = ownOptions.has(path) ? `--${path} ` : `--set ${path}=`;
      const message = `${id} needs "${path}": ${option}${placeholder(fieldIn(params, path))}`;
      return { message, hint: `\`pictor generate ${id} --help\` describes it.` };
    }),
    ...problems.map(({ pointer, expected, found, suggestion }) => {
      const path = pathOf(pointer);
      const where = path === "" ? id : optionOf(path);
      return { message: `${where}: expected ${expected}, found ${found}.`, hint: suggestion.trim() };
    }),
  ];
}

function featureProblems({ id, settings }: Feature, { missing, problems }: FormCheck): readonly Problem[] {
  const help = `\`pictor generate --feature ${id} --help\` lists its settings.`;
  return [
    ...missing.map((path) => {
      const field = fieldIn(settings, path);
      const value = field?.type === "string" ? '"..."' : "...";
      const example = path.includes(".") ? "" : ` --feature '${id}={"${path}": ${value}}'`;
      return { message: `--feature ${id} needs "${path}":${example}`.replace(/:$/, "."), hint: help };
    }),
    ...problems.map(({ pointer, expected, found, suggestion }) => {
      const path = pathOf(pointer);
      const where = path === "" ? "" : ` "${path}":`;
      return {
        message: `--feature ${id}:${where} expected ${expected}, found ${found}.`,
        hint: `${suggestion.trim()} ${help}`.trim(),
      };
    }),
  ];
}

/**
 * Throws FEATURE_UNKNOWN, or SETTINGS_INVALID for the first problem, with all problems in its details. An incomplete
 * request, such as a preset that is completed when it is run, may lack required values.
 */
export async function checkRequest(
  { params = {}, features = [] }: Request,
  workflow: Workflow,
  known: readonly Feature[],
  needed: "complete" | "incomplete",
): Promise<void> {
  const check = async (schema: SettingsSchema, values: unknown): Promise<FormCheck> => {
    const { missing, problems } = await checkForm(schema, values);
    return { missing: needed === "complete" ? missing : [], problems };
  };
  const found = [...workflowProblems(workflow, await check(workflow.params, params))];
  for (const { id, settings = {} } of features) {
    const feature = known.find((one) => one.id === id);
    if (feature === undefined) {
      const ids = known.map((one) => one.id);
      throw fault("FEATURE_UNKNOWN", { feature: id, ...knownNames(id, ids) });
    }
    found.push(...featureProblems(feature, await check(feature.settings, settings)));
  }
  const [first] = found;
  if (first !== undefined)
    throw new PictorError("SETTINGS_INVALID", first.message, first.hint || "Correct this value.", {
      problems: found,
    });
}
