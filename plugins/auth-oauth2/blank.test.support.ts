// A setting that nobody has filled in: what plugin.json gives each field.

import { readFileSync } from "node:fs";
import type { Fields } from "./setting.js";

interface Manifest {
  readonly contributes: {
    readonly authSchemes: readonly {
      readonly settings: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
    }[];
  };
}
const manifest = JSON.parse(readFileSync(new URL("./plugin.json", import.meta.url), "utf8")) as Manifest;
const properties = manifest.contributes.authSchemes[0]?.settings.properties ?? {};

export const blank = Object.fromEntries(
  Object.entries(properties).map(([name, field]) => [name, field.default]),
) as unknown as Fields;
