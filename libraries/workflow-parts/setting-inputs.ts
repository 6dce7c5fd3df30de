// Node inputs that hold a setting's value unchanged, with the origins by which error messages name the setting.

/** For each node input, the setting that fills it. */
type SettingByInput<Settings extends object> = Readonly<Record<string, keyof Settings & string>>;

/** Inputs and origins of a node, as the graph editor takes them. */
export interface SettingInputs<Settings extends object, Names extends SettingByInput<Settings>> {
  readonly inputs: { readonly [Input in keyof Names]: Settings[Names[Input]] };
  readonly origins: Names;
}

/** Fills each input of `names` with the value of its setting. */
export const inputsFromSettings = <Settings extends object, const Names extends SettingByInput<Settings>>(
  settings: Settings,
  names: Names,
): SettingInputs<Settings, Names> => ({
  inputs: Object.fromEntries(
    Object.entries(names).map(([input, setting]) => [input, settings[setting]]),
  ) as SettingInputs<Settings, Names>["inputs"],
  origins: names,
});
