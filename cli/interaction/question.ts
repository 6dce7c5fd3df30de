// Questions with a choice: how they are shown, and which choice an answer means. Pure.

import type { Question } from "@pictor/host";
import { oneLine } from "../text/plain-text.js";

/** `--yes` takes what the question says a yes means, else the first choice that goes on: one that is not the safe answer. */
export const consent = ({ choices, safeChoice, yesChoice }: Question): string =>
  yesChoice ?? choices.find((choice) => choice !== safeChoice) ?? safeChoice;

/** `y` and `n` of a question with two choices: to go on, or the safe one. */
function yesOrNo(question: Question, wanted: string): string | undefined {
  if (question.choices.length !== 2) return undefined;
  if (/^y(es)?$/.test(wanted)) return consent(question);
  return /^no?$/.test(wanted) ? question.safeChoice : undefined;
}

/** A number from 1, a whole choice, or its beginning where that is unambiguous; undefined otherwise. */
export function choiceOf(question: Question, answer: string): string | undefined {
  const { choices, safeChoice } = question;
  const wanted = answer.trim().toLowerCase();
  if (wanted === "") return safeChoice;
  if (/^\d{1,3}$/.test(wanted)) return choices[Number(wanted) - 1];
  const exact = choices.find((choice) => choice.toLowerCase() === wanted);
  const beginning = choices.filter((choice) => choice.toLowerCase().startsWith(wanted));
  return exact ?? (beginning.length === 1 ? beginning[0] : yesOrNo(question, wanted));
}

export const questionText = ({ title, detail = [], choices, safeChoice }: Question): string =>
  [
    oneLine(title),
    ...detail.map((line) => `  ${oneLine(line)}`),
    ...choices.map(
      (choice, index) => `  ${index + 1}) ${oneLine(choice)}${choice === safeChoice ? " (Enter)" : ""}`,
    ),
  ].join("\n");
