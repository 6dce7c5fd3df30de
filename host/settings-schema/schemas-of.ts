// The settings schemas of a manifest, with their places.

import type { Manifest, SettingsSchema } from "@pictor/kernel";

/** A settings schema of a manifest. */
export interface PlacedSchema {
  /** The owner of the schema, such as `workflow txt2img`. */
  readonly owner: string;
  /** JSON pointer of the schema in plugin.json. */
  readonly pointer: string;
  readonly schema: SettingsSchema;
}

const kinds = {
  authSchemes: "auth scheme",
  workflows: "workflow",
  features: "feature",
  backends: "backend kind",
} as const;

/** Every settings schema that a valid manifest declares: of the plugin itself and of its contributions. */
export function schemasOf({ config, contributes = {} }: Manifest): readonly PlacedSchema[] {
  const own = config === undefined ? [] : [{ owner: "config", pointer: "#/config", schema: config }];
  const contributed = (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((list) =>
    (contributes[list] ?? []).map((entry, index) => {
      const [key, schema] =
        "params" in entry ? (["params", entry.params] as const) : (["settings", entry.settings] as const);
      return {
        owner: `${kinds[list]} ${entry.id}`,
        pointer: `#/contributes/${list}/${index}/${key}`,
        schema,
      };
    }),
  );
  return [...own, ...contributed];
}
