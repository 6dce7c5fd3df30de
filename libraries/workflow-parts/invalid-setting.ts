// The error of a setting that cannot be used, or not together with another one; thrown before anything is submitted.

import { fault } from "@pictor/kernel/plugin";

/** The details of an error about an invalid setting. */
export interface InvalidSetting {
  /** Id of the workflow. */
  readonly workflow: string;
  /** Name of the setting. */
  readonly setting: string;
  /** Completes the sentence "expected ...". */
  readonly expected: string;
  /** Completes the sentence "found ...". */
  readonly found: string;
  /** A whole sentence that is added to the fix. */
  readonly advice?: string;
}

/** Builds SETTINGS_INVALID in the wording of the kernel's own schema check. */
export const invalidSettingError = ({ workflow, setting, expected, found, advice }: InvalidSetting) =>
  fault("SETTINGS_INVALID", {
    where: `the workflow ${workflow}`,
    pointer: `#/${setting}`,
    expected,
    found,
    suggestion: advice === undefined ? "" : ` ${advice}`,
  });
