// Questions with choices: their text, and the choice that an answer means. Pure.

import type { Question } from "@pictor/host";
import { oneLine } from "../text/plain-text.js";

/** The choice for `--yes`: the question's `yesChoice`, else the first choice other than the safe one. */
export const yesChoiceOf = ({ choices, safeChoice, yesChoice }: Question): string =>
  yesChoice ?? choices.find((choice) => choice !== safeChoice) ?? safeChoice;

/** `y` and `n`, for a question with two choices. */
function yesOrNo(question: Question, wanted: string): string | undefined {
  if (question.choices.length !== 2) return undefined;
  if (/^y(es)?$/.test(wanted)) return yesChoiceOf(question);
  return /^no?$/.test(wanted) ? question.safeChoice : undefined;
}

/** Accepts a number from 1, a choice, or an unambiguous prefix of one; undefined for any other answer. */
export function parseAnswer(question: Question, answer: string): string | undefined {
  const { choices, safeChoice } = question;
  const wanted = answer.trim().toLowerCase();
  if (wanted === "") return safeChoice;
  if (/^\d{1,3}$/.test(wanted)) return choices[Number(wanted) - 1];
  const exact = choices.find((choice) => choice.toLowerCase() === wanted);
  const withPrefix = choices.filter((choice) => choice.toLowerCase().startsWith(wanted));
  return exact ?? (withPrefix.length === 1 ? withPrefix[0] : yesOrNo(question, wanted));
}

export const questionText = ({ title, detail = [], choices, safeChoice }: Question): string =>
  [
    oneLine(title),
    ...detail.map((line) => `  ${oneLine(line)}`),
    ...choices.map(
      (choice, index) => `  ${index + 1}) ${oneLine(choice)}${choice === safeChoice ? " (Enter)" : ""}`,
    ),
  ].join("\n");
