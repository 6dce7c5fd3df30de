// The error of a prompt that cannot be read.

import { defineErrors, type PictorError } from "@pictor/kernel/plugin";
import { placeOf } from "./excerpt.js";
import type { Problem } from "./problem.js";

export type Setting = "prompt" | "negative";

const fault = defineErrors({
  PROMPT_INVALID: {
    message: "{which} is wrong in line {line}, column {column}: found {found}, expected {expected}.\n{shown}",
    fix: "{advice}",
  },
});

/** PROMPT_INVALID, with the place for people in its text and for programs in its details. */
export function refusal(text: string, setting: Setting, problem: Problem): PictorError {
  const { kind, start, end, found, expected, advice } = problem;
  const which = setting === "prompt" ? "The prompt" : "The negative prompt";
  const { line, column, shown } = placeOf(text, problem);
  const details = { which, line, column, found, expected, shown, advice };
  return fault("PROMPT_INVALID", details, { more: { setting, kind, start, end } });
}
