// The error for a prompt that cannot be parsed or resolved.

import { defineErrors, type PictorError } from "@pictor/kernel/plugin";
import { locate } from "./excerpt.js";
import type { PromptProblem } from "./prompt-problem.js";

export type PromptSetting = "prompt" | "negative";

const fault = defineErrors({
  PROMPT_INVALID: {
    message:
      "{which} is invalid in line {line}, column {column}: found {found}, expected {expected}.\n{shown}",
    fix: "{advice}",
  },
});

/** Creates PROMPT_INVALID. The message shows the place to the user; the details contain its offsets for programs. */
export function promptError(text: string, setting: PromptSetting, problem: PromptProblem): PictorError {
  const { kind, start, end, found, expected, advice } = problem;
  const which = setting === "prompt" ? "The prompt" : "The negative prompt";
  const { line, column, excerpt } = locate(text, problem);
  const details = { which, line, column, found, expected, shown: excerpt, advice };
  return fault("PROMPT_INVALID", details, { more: { setting, kind, start, end } });
}
