// Checks that questions and answers follow the contract of `Interaction.ask`.

import { fault, type Interaction, type Question } from "@pictor/kernel";

/** Why a question is invalid; undefined if it is valid. */
function invalidity({ choices, safeChoice, yesChoice }: Question): string | undefined {
  const ids = choices.map(({ id }) => id);
  if (ids.length === 0) return "it has no choices";
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `two of its choices have the id "${twice}"`;
  if (!ids.includes(safeChoice)) return `its safeChoice "${safeChoice}" is not the id of a choice`;
  if (yesChoice !== undefined && !ids.includes(yesChoice))
    return `its yesChoice "${yesChoice}" is not the id of a choice`;
  return undefined;
}

/**
 * Adds checks to the interaction of a host. The checked `ask` rejects with PLUGIN_QUESTION_INVALID for an invalid
 * question, so that the error is attributed to the asking plugin, and with a TypeError if the host's answer is not the
 * id of a choice.
 */
export const checkedInteraction = (interaction: Interaction): Interaction => ({
  async ask(question) {
    const problem = invalidity(question);
    if (problem !== undefined) throw fault("PLUGIN_QUESTION_INVALID", { title: question.title, problem });
    const answer = await interaction.ask(question);
    if (question.choices.some(({ id }) => id === answer)) return answer;
    throw new TypeError(
      `Interaction.ask resolved to ${JSON.stringify(answer)}, which is not the id of a choice of "${question.title}"`,
    );
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
