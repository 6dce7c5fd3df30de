// The errors and warnings about plugin folders that the manifest's schema cannot see.

import { defineErrors } from "@pictor/kernel";

export const catalog = {
  MANIFEST_DEFAULT_INVALID: {
    base: "MANIFEST_INVALID",
    message: "{file}{pointer}: expected {expected}, found {found}; its own schema refuses this value.",
    fix: "Correct the value, or what the field allows.{suggestion}",
  },
  PANEL_FILE_MISSING: {
    base: "MANIFEST_INVALID",
    message: '{file}:{line} names "{name}": expected {expected}, found {found}.',
    fix: "{advice}{suggestion}",
  },
  PANEL_PART_BLOCKED: {
    base: "MANIFEST_INVALID",
    message: "{file}:{line}: expected {expected}, found {found}, which the browser blocks in a panel.",
    fix: "{advice}",
  },
} as const;

export const folderFault = defineErrors(catalog);
