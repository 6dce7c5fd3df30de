// What is said about a field of the setting that cannot be used.

import { fault } from "@pictor/kernel/plugin";
import type { PictorError } from "@pictor/kernel/plugin";
import type { Fields } from "../setting.js";

/** `AUTH_SETTING_INVALID`, which names the field; the value stays out of it. */
export const invalid = (field: keyof Fields, problem: string): PictorError =>
  fault("AUTH_SETTING_INVALID", { where: `oauth2.${field}`, problem });
