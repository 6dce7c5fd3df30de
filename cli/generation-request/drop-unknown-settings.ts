// A request of another time, made to fit what is installed now: what nobody knows here is left out, with a note.

import type { Contribution, Field, Params, SettingsSchema } from "@pictor/host";
import type { Source } from "./read-source.js";
import type { Workflow } from "./request-from-options.js";

type Feature = Pick<Contribution<"features">, "id" | "settings">;

/** A request that can be completed; values are still checked by the kernel. */
export type Fitted = Pick<Source, "params" | "features" | "count" | "notes">;

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
  source: Source,
  workflow: Workflow,
  features: readonly Feature[],
): Fitted {
  const own = knownOnly(workflow.params, source.params, `The workflow ${workflow.id}`);
  const notes = [...source.notes, ...own.notes];
  const uses = source.features.flatMap(({ id, settings }) => {
    const feature = features.find((known) => known.id === id);
    if (feature === undefined) {
      notes.push(`There is no feature "${id}" here; it was left out.`);
      return [];
    }
    const fitting = knownOnly(feature.settings, settings, `The feature ${id}`);
    notes.push(...fitting.notes);
    return [{ id, settings: fitting.values }];
  });
  return { params: own.values, features: uses, count: source.count, notes };
}
