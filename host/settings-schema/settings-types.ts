// The settings of a manifest as TypeScript types.

import { isRecord, recordOrEmpty } from "@pictor/kernel/manifests";
import { typeOf, type Schema } from "./type-of.js";

/** `my-team` becomes `MyTeam`. A name that begins with a digit gets an underscore. */
const pascal = (id: string): string =>
  id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/^(?=\d)/, "_");

/** The names of the lists of contributions, as they stand in the name of a type. */
const kindNames: Readonly<Record<string, string>> = {
  authSchemes: "Scheme",
  workflows: "Workflow",
  features: "Feature",
  backends: "Backend",
};

interface Declaration {
  readonly name: string;
  /** The name of the type if an earlier one has `name`. */
  readonly longName: string;
  readonly schema: Schema;
}

function* declarationsOf(manifest: Readonly<Record<string, unknown>>): Generator<Declaration> {
  const { config, contributes } = manifest;
  if (isRecord(config)) yield { name: "Config", longName: "Config", schema: config };
  for (const [list, entries] of Object.entries(recordOrEmpty(contributes))) {
    for (const entry of Array.isArray(entries) ? (entries as readonly unknown[]) : []) {
      if (!isRecord(entry)) continue;
      const id = pascal(String(entry["id"]));
      for (const [member, suffix] of [
        ["settings", "Settings"],
        ["params", "Params"],
      ] as const) {
        const schema = entry[member];
        if (isRecord(schema))
          yield { name: `${id}${suffix}`, longName: `${id}${kindNames[list] ?? ""}${suffix}`, schema };
      }
    }
  }
}

/**
 * An exported type for the plugin's configuration (`Config`), and for the settings of each contribution: `AcmeSettings`, for a
 * workflow `AcmeParams`. Undefined if the manifest declares no settings.
 */
export function settingsTypes(manifest: Readonly<Record<string, unknown>>): string | undefined {
  const names = new Set<string>();
  const texts: string[] = [];
  for (const { name, longName, schema } of declarationsOf(manifest)) {
    const free = names.has(name) ? longName : name;
    names.add(free);
    texts.push(`export type ${free} = ${typeOf(schema)};\n`);
  }
  return texts.length === 0 ? undefined : texts.join("\n");
}
