// The settings that take their choices from a node input of the backend.

import type { SettingsSchema } from "@pictor/kernel";

export interface OptionSource {
  readonly setting: string;
  readonly from: { readonly class: string; readonly input: string };
}

export const optionSources = ({ properties }: SettingsSchema): readonly OptionSource[] =>
  Object.entries(properties).flatMap(([setting, field]) => {
    const from = field.type === "string" ? field["x-optionsFrom"] : undefined;
    return from === undefined ? [] : [{ setting, from }];
  });
