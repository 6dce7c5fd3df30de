// The interaction that a plugin receives: a malformed question is an error of the plugin, and an answer that the question
// does not have is one of the host.

import { describeValue } from "../base/errors/explain-violation.js";
import { fault } from "../base/errors/error-catalog.js";
import { isRecord } from "../base/guards.js";
import type { Interaction } from "../contract/interaction.js";

const isTextList = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((line) => typeof line === "string"));

/** Why a value is not a `Question`; undefined if it is one. */
function problemOf(question: unknown): string | undefined {
  if (!isRecord(question)) return `it is ${describeValue(question)} instead of an object`;
  const { title, detail, choices, safeChoice, yesChoice } = question;
  if (typeof title !== "string") return `its title is ${describeValue(title)} instead of a string`;
  if (!isTextList(detail)) return "its detail is not an array of strings";
  if (!Array.isArray(choices) || choices.length === 0) return "it has no choices";
  const ids: unknown[] = [];
  for (const choice of choices as readonly unknown[]) {
    if (!isRecord(choice) || typeof choice["id"] !== "string" || typeof choice["text"] !== "string")
      return "one of its choices is not an object with the strings id and text";
    if (ids.includes(choice["id"])) return `two of its choices have the id "${choice["id"]}"`;
    ids.push(choice["id"]);
  }
  if (!ids.includes(safeChoice))
    return `its safeChoice is not the id of a choice: ${describeValue(safeChoice)}`;
  if (yesChoice !== undefined && !ids.includes(yesChoice))
    return `its yesChoice is not the id of a choice: ${describeValue(yesChoice)}`;
  return undefined;
}

/**
 * The interaction for one plugin. `ask` rejects with `PLUGIN_QUESTION_INVALID` before anybody is asked, and with a
 * TypeError if the host's answer is not the id of a choice.
 */
export const interactionFor = (plugin: string, interaction: Interaction): Interaction => ({
  async ask(question) {
    const problem = problemOf(question);
    const title =
      isRecord(question) && typeof question.title === "string" ? question.title : "without a title";
    if (problem !== undefined) throw fault("PLUGIN_QUESTION_INVALID", { plugin, title, problem });
    const answer = await interaction.ask(question);
    if (question.choices.some(({ id }) => id === answer)) return answer;
    const found = `${JSON.stringify(answer)}, which is not the id of a choice of "${title}"`;
    throw new TypeError(`Interaction.ask resolved to ${found}`);
  },
  openUrl: (url, instead) => interaction.openUrl(url, instead),
  enter: (prompt, signal) => interaction.enter(prompt, signal),
  showCode: (code, signal) => {
    interaction.showCode(code, signal);
  },
  show: (text) => {
    interaction.show(text);
  },
  progress: (step, fraction) => {
    interaction.progress(step, fraction);
  },
});
