// The fields of a setting that nobody has filled in: the defaults in plugin.json.

import { readFileSync } from "node:fs";
import type { Fields } from "../setting.js";

interface Manifest {
  readonly contributes: {
    readonly authSchemes: readonly {
      readonly settings: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
    }[];
  };
}
const manifest = JSON.parse(readFileSync(new URL("../plugin.json", import.meta.url), "utf8")) as Manifest;
const properties = manifest.contributes.authSchemes[0]?.settings.properties ?? {};

export const blankFields = Object.fromEntries(
  Object.entries(properties).map(([name, field]) => [name, field.default]),
) as unknown as Fields;
