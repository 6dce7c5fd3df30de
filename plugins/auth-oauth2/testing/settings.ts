// For tests: the defaults in plugin.json, and settings made from them.

import { readFileSync } from "node:fs";
import type { Fields, OAuthSetting } from "../setting.js";

interface Manifest {
  readonly contributes: {
    readonly authSchemes: readonly {
      readonly settings: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
    }[];
  };
}
const manifest = JSON.parse(readFileSync(new URL("../plugin.json", import.meta.url), "utf8")) as Manifest;
const properties = manifest.contributes.authSchemes[0]?.settings.properties ?? {};

/** The fields of an empty form. */
export const blankFields = Object.fromEntries(
  Object.entries(properties).map(([name, field]) => [name, field.default]),
) as unknown as Fields;

/** Returns a function that creates settings of a profile from `defaults` and the fields that differ from them. */
export const settingFactory =
  (profile: string, defaults: Partial<Fields>) =>
  (fields: Partial<Fields> = {}, context: Partial<Omit<OAuthSetting, "fields">> = {}): OAuthSetting => ({
    fields: { ...blankFields, ...defaults, ...fields },
    profile,
    file: undefined,
    environment: undefined,
    ...context,
  });
