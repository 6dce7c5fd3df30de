// The error for a prompt that cannot be parsed or resolved.

import { defineErrors, problemFor, type PictorError, type Problem } from "@pictor/kernel/plugin";
import { locate } from "./excerpt.js";
import type { PromptProblem } from "./prompt-problem.js";

export type PromptSetting = "prompt" | "negative";

const fault = defineErrors({
  PROMPT_INVALID: {
    class: "input",
    message:
      "{which} is invalid at line {line}, column {column}: found {found}, expected {expected}.\n{shown}",
    fix: "{advice}",
  },
  PROMPT_BRACE_OPEN: {
    class: "input",
    message:
      "The {brace} at line {line}, column {column} of {which} is never closed, so it is treated as text.",
    fix: "Write a backslash before a literal brace, or close the choice.",
  },
});

/** The problem of the `{` at the offset, which was taken as text. */
export function openBraceNote(text: string, setting: PromptSetting, at: number): Problem {
  const { line, column } = locate(text, { start: at, end: at + 1 });
  const which = setting === "prompt" ? "the prompt" : "the negative prompt";
  return problemFor(fault("PROMPT_BRACE_OPEN", { brace: "{", line, column, which }));
}

/** Creates PROMPT_INVALID. The message shows the place to the user; the details contain its offsets for programs. */
export function promptError(text: string, setting: PromptSetting, problem: PromptProblem): PictorError {
  const { kind, start, end, found, expected, advice } = problem;
  const which = setting === "prompt" ? "The prompt" : "The negative prompt";
  const { line, column, excerpt } = locate(text, problem);
  const details = { which, line, column, found, expected, shown: excerpt, advice };
  return fault("PROMPT_INVALID", details, { more: { setting, kind, start, end } });
}
