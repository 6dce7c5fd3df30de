// Every error of the kernel: code, what happened, what to do. docs/errors.md is generated from here.

import { defineErrors } from "./define.js";
import { backendErrors, generationErrors } from "./generation-errors.js";
import { pluginErrors } from "./plugin-errors.js";
import { requestErrors } from "./request-errors.js";

const configurationErrors = {
  CONFIG_NOT_FOUND: {
    message: "There is no configuration file at {file}.",
    fix: "Check the path given with --config, or leave it out to use the defaults.",
  },
  CONFIG_NOT_JSON: {
    message: "{file} is not JSON: {reason}.",
    fix: "Correct the file at that position; comments and trailing commas are not JSON.",
  },
  CONFIG_INVALID: {
    message: "{file}{pointer}: expected {expected}, found {found}.",
    fix: "Correct this value.{suggestion}",
  },
  CONFIG_SECRET_INLINE: {
    message: "{file}{pointer} holds a secret as plain text.",
    fix: 'Put an object with the one key "$env" (the name of an environment variable) or "$file" (a path) in its place.',
  },
  CONFIG_REFERENCE_UNRESOLVED: {
    message: "{where} refers to {reference}, which {reason}.",
    fix: "Set it, or change the reference.",
  },
  SETTINGS_INVALID: {
    message: "{where}{pointer}: expected {expected}, found {found}.",
    fix: "Correct this value.{suggestion}",
  },
  FILE_NOT_WRITABLE: {
    message: "{path} cannot be written: {reason}.",
    fix: "Choose another folder, or give yourself the right to write there.",
  },
  FILE_DISK_FULL: {
    message: "There is no space left for {path}.",
    fix: "Free some space; nothing half-written was left behind.",
  },
  FILE_ESCAPES: {
    message: 'The path "{path}" leaves its folder {root}.',
    fix: "Use a relative path that stays inside.",
  },
  INTERNAL: {
    message: "Something went wrong inside: {reason}.",
    fix: "This is a fault of Pictor or of a plugin; please report it.",
  },
} as const;

export const catalogue = {
  ...configurationErrors,
  ...pluginErrors,
  ...requestErrors,
  ...backendErrors,
  ...generationErrors,
} as const;

export type ErrorCode = keyof typeof catalogue;

/** Builds an error of the kernel's catalogue. */
export const fault = defineErrors(catalogue);
