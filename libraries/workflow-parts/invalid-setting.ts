// A setting that contradicts another one or cannot be used: refused before anything is submitted.

import { fault } from "@pictor/kernel/plugin";

export interface InvalidSetting {
  /** Id of the workflow. */
  readonly workflow: string;
  /** Name of the setting. */
  readonly setting: string;
  readonly expected: string;
  readonly found: string;
  /** One more sentence of advice. */
  readonly advice?: string;
}

/** SETTINGS_INVALID, as the kernel's own check of the settings says it. */
export const invalidSetting = ({ workflow, setting, expected, found, advice }: InvalidSetting) =>
  fault("SETTINGS_INVALID", {
    where: `the workflow ${workflow}`,
    pointer: `#/${setting}`,
    expected,
    found,
    suggestion: advice === undefined ? "" : ` ${advice}`,
  });
