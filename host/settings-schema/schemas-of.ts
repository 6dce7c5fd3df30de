// The settings schemas of a manifest, with their places.

import type { Manifest, SettingsSchema } from "@pictor/kernel";

/** A settings schema of a manifest. */
export interface PlacedSchema {
  /** JSON pointer of the schema in plugin.json. */
  readonly pointer: string;
  readonly schema: SettingsSchema;
}

const lists = ["authSchemes", "workflows", "features", "backends"] as const;

/** Every settings schema that a valid manifest declares: of the plugin itself and of its contributions. */
export function schemasOf({ config, contributes = {} }: Manifest): readonly PlacedSchema[] {
  const own = config === undefined ? [] : [{ pointer: "#/config", schema: config }];
  const contributed = lists.flatMap((list) =>
    (contributes[list] ?? []).map((entry, index) => {
      const [key, schema] =
        "params" in entry ? (["params", entry.params] as const) : (["settings", entry.settings] as const);
      return { pointer: `#/contributes/${list}/${index}/${key}`, schema };
    }),
  );
  return [...own, ...contributed];
}
