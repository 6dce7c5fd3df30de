// The widgets of the editor that change the value of another widget after each run, and are no inputs.

/** The change, and for a list of options the text that limits it to some of them. */
const names: ReadonlySet<string> = new Set(["control_after_generate", "control_filter_list"]);

/** Values by the names of their widgets, without those of control widgets. */
export const withoutControls = (
  values: Iterable<readonly [name: string, value: unknown]>,
): readonly (readonly [name: string, value: unknown])[] => [...values].filter(([name]) => !names.has(name));
