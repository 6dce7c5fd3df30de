// Adapts a request from a file to the installed plugins: leaves out unknown features and settings, with a note for each.

import type { Contribution, Field, Params, SettingsSchema } from "@pictor/kernel";
import type { RequestSource } from "./read-source.js";
import type { Workflow } from "./request-from-options.js";

type Feature = Pick<Contribution<"features">, "id" | "settings">;

/** The adapted request; the kernel checks its values later. */
export type AdaptedRequest = Pick<RequestSource, "params" | "features" | "count" | "notes">;

const isKnown = (field: Field, name: string): boolean =>
  field.type === "object" && Object.hasOwn(field.properties, name);

function knownOnly(schema: SettingsSchema, values: Params, where: string) {
  const unknown = Object.keys(values).filter((name) => !isKnown(schema, name));
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isKnown(schema, name))),
    notes: unknown.map((name) => `${where} has no setting "${name}"; it was left out.`),
  };
}

export function dropUnknownSettings(
  source: RequestSource,
  workflow: Workflow,
  features: readonly Feature[],
): AdaptedRequest {
  const workflowSettings = knownOnly(workflow.params, source.params, `The workflow ${workflow.id}`);
  const notes = [...source.notes, ...workflowSettings.notes];
  const usedFeatures = source.features.flatMap(({ id, settings }) => {
    const feature = features.find((known) => known.id === id);
    if (feature === undefined) {
      notes.push(`There is no feature "${id}" here; it was left out.`);
      return [];
    }
    const adapted = knownOnly(feature.settings, settings, `The feature ${id}`);
    notes.push(...adapted.notes);
    return [{ id, settings: adapted.values }];
  });
  return { params: workflowSettings.values, features: usedFeatures, count: source.count, notes };
}
