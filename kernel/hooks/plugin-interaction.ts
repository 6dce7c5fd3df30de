// The interaction that a plugin receives: a malformed question is an error of the plugin, and an answer that the question
// does not have is one of the host.

import { fault } from "../base/errors/error-catalog.js";
import { isRecord } from "../base/guards.js";
import {
  anObject,
  aText,
  exactly,
  foundIn,
  listOf,
  members,
  oneOf,
  optional,
} from "../base/errors/shapes.js";
import type { Choice, Interaction, Question } from "../contract/interaction.js";

const texts = optional(listOf(aText));
const aQuestion = exactly<Question>({
  title: aText,
  detail: texts,
  choices: listOf(exactly<Choice>({ id: aText, text: aText })),
  safeChoice: aText,
  yesChoice: optional(aText),
  jobId: optional(aText),
  signal: optional(anObject),
});

/** Why a value is not a `Question`; undefined if it is one. */
function problemOf(question: Question): string | undefined {
  const wrong = aQuestion(question);
  if (wrong !== undefined) return `${foundIn(wrong)}; expected ${wrong.expected}`;
  const { choices } = question;
  if (choices.length === 0) return "it has no choices";
  const ids = choices.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `two of its choices have the id "${twice}"`;
  const isOfChoice = oneOf(...ids);
  const answer = members({ safeChoice: isOfChoice, yesChoice: optional(isOfChoice) })(question);
  return answer && `its ${answer.path.join()} is ${answer.found}; expected ${answer.expected}`;
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
  showCode: (code, signal) => interaction.showCode(code, signal),
  show: (text) => interaction.show(text),
  progress: (step, fraction) => interaction.progress(step, fraction),
});
