// Checks that the answers of a host follow the contract of `Interaction.ask`.

import type { Interaction } from "@pictor/kernel";

/**
 * Adds a check to the interaction of a host: `ask` rejects with a TypeError if the host's answer is not the id of a
 * choice.
 */
export const checkedInteraction = (interaction: Interaction): Interaction => ({
  async ask(question) {
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
