// Checks the values of a form before they are saved or shown to other clients, and the settings of a job before it is created.

import type { FormValues } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import {
  checkForm,
  didYouMean,
  fault as kernelFault,
  missingKey,
  jsonPointer,
  type GenerateRequest,
  type SettingsSchema,
} from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { inputInvalid, type Scope } from "@pictor/features/base";
import { requestOf, type SettingsSchemas } from "./job-request.js";
import { settingsSchemasOf } from "./settings-schemas-of.js";
import type { Uploads } from "../uploads/uploads.js";

function requireKnown(kind: string, pointer: string, id: string, known: readonly string[]): void {
  if (known.includes(id)) return;
  throw inputInvalid(pointer, `the id of a ${kind}`, JSON.stringify(id), didYouMean(id, known));
}

/** Throws for invalid values. A required value may be missing: a form is saved before it is complete. */
async function requireValid(schema: SettingsSchema, values: unknown, place: string): Promise<void> {
  const { problems } = await checkForm(schema, values, place);
  const [first] = problems;
  if (first !== undefined) throw fault("API_INPUT_INVALID", { ...first }, { more: { problems } });
}

/** Throws `API_INPUT_INVALID` for a workflow or a feature that no plugin contributes, with the nearest one. */
export function requireKnownNames(
  { workflow, features = [] }: Pick<FormValues, "workflow" | "features">,
  pictor: Pick<Pictor, "contributions">,
): void {
  const idsOf = (kind: "workflows" | "features") => pictor.contributions(kind).map(({ id }) => id);
  if (workflow !== undefined) requireKnown("workflow", "#/workflow", workflow, idsOf("workflows"));
  features.forEach(({ id }, index) =>
    requireKnown("feature", `#/features/${index}/id`, id, idsOf("features")),
  );
}

/**
 * Checks the values of a form. Rejects with `API_INPUT_INVALID` for an unknown workflow, feature or setting and for an
 * invalid value, with `API_PATH_REFUSED` and `API_UPLOAD_UNKNOWN` as a job of these values would. Values without a
 * workflow are checked as those of each workflow that has such settings.
 */
export async function requireFormValues(
  values: FormValues,
  granted: readonly Scope[],
  pictor: Pictor,
  uploads: Pick<Uploads, "use">,
): Promise<void> {
  requireKnownNames(values, pictor);
  const { workflow, params = {}, features = [] } = values;
  const targets = pictor
    .contributions("workflows")
    .filter(({ id }) => workflow === undefined || id === workflow);
  const settings = [...new Set(targets.flatMap((target) => Object.keys(target.params.properties)))];
  for (const name of Object.keys(params))
    requireKnown("setting", `#${jsonPointer("params", name)}`, name, settings);
  const schemas = settingsSchemasOf(pictor);
  for (const target of targets) {
    const own = Object.entries(params).filter(([name]) => Object.hasOwn(target.params.properties, name));
    const request = { workflow: target.id, params: Object.fromEntries(own), features };
    const { params: resolved, features: used = [] } = await requestOf(request, schemas, granted, uploads);
    if (workflow !== undefined) await requireValid(target.params, resolved, "#/params");
    for (const [index, { id, settings: given = {} }] of used.entries()) {
      const schema = schemas.feature(id);
      if (schema !== undefined) await requireValid(schema, given, `#/features/${index}/settings`);
    }
  }
}

async function problemsOf(schema: SettingsSchema | undefined, values: unknown, place: string) {
  if (schema === undefined) return [];
  const { problems, missing } = await checkForm(schema, values, place);
  // A path such as `extras.0.name`: the last part is the name of the setting.
  const absent = missing.map((path) => {
    const groups = path.split(".");
    const name = groups.pop() ?? path;
    return missingKey(place + jsonPointer(...groups), name);
  });
  return [...problems, ...absent];
}

/**
 * Checks the settings of a job's workflow and features as far as that is possible without a backend. Rejects with
 * `SETTINGS_INVALID` for invalid values and for missing required ones; the pointers begin at the request.
 */
export async function requireJobSettings(
  { workflow, params, features = [] }: Pick<GenerateRequest, "workflow" | "params" | "features">,
  schemas: SettingsSchemas,
): Promise<void> {
  const found = await Promise.all([
    problemsOf(schemas.workflow(workflow), params, "#/params"),
    ...features.map(({ id, settings }, index) =>
      problemsOf(schemas.feature(id), settings, `#/features/${index}/settings`),
    ),
  ]);
  const problems = found.flat();
  const [first] = problems;
  if (first === undefined) return;
  throw kernelFault("SETTINGS_INVALID", { where: "the request", ...first }, { more: { problems } });
}
