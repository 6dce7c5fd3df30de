// Questions with choices: their text, and the choice that an answer means, by its id. Pure.

import type { Question } from "@pictor/kernel";
import { oneLine } from "../text/plain-text.js";

/** The id of the choice for `--yes`: the question's `yesChoice`, else the first choice other than the safe one. */
export const yesChoiceOf = ({ choices, safeChoice, yesChoice }: Question): string =>
  yesChoice ?? choices.find(({ id }) => id !== safeChoice)?.id ?? safeChoice;

/** The id of the choice that `y` or `n` means, for a question with two choices. */
function yesOrNo(question: Question, wanted: string): string | undefined {
  if (question.choices.length !== 2) return undefined;
  if (/^y(es)?$/.test(wanted)) return yesChoiceOf(question);
  return /^no?$/.test(wanted) ? question.safeChoice : undefined;
}

/**
 * The id of the choice that an answer means: the number of the choice from 1, its text, or an unambiguous prefix of its
 * text; undefined for any other answer.
 */
export function parseAnswer(question: Question, answer: string): string | undefined {
  const { choices, safeChoice } = question;
  const wanted = answer.trim().toLowerCase();
  if (wanted === "") return safeChoice;
  if (/^\d{1,3}$/.test(wanted)) return choices[Number(wanted) - 1]?.id;
  const exact = choices.find(({ text }) => text.toLowerCase() === wanted);
  const withPrefix = choices.filter(({ text }) => text.toLowerCase().startsWith(wanted));
  return exact?.id ?? (withPrefix.length === 1 ? withPrefix[0]?.id : yesOrNo(question, wanted));
}

export const questionText = ({ title, detail = [], choices, safeChoice }: Question): string =>
  [
    oneLine(title),
    ...detail.map((line) => `  ${oneLine(line)}`),
    ...choices.map(
      ({ id, text }, index) => `  ${index + 1}) ${oneLine(text)}${id === safeChoice ? " (Enter)" : ""}`,
    ),
  ].join("\n");
