// The person, as a gate sees them: asking holds the deadline, progress starts it anew.

import type { Deadline } from "../hooks/deadline.js";
import type { Interaction } from "../hooks/types.js";

/** Without a host's interaction: every question takes its safe answer. */
export const noInteraction: Interaction = {
  ask: (question) => Promise.resolve(question.safeChoice),
  openUrl: () => Promise.resolve(),
  show: () => undefined,
  progress: () => undefined,
};

export function holdWhileAsking(interaction: Interaction, deadline: Deadline): Interaction {
  return {
    async ask(question) {
      const release = deadline.hold();
      try {
        return await interaction.ask(question);
      } finally {
        release();
      }
    },
    openUrl: (url) => interaction.openUrl(url),
    show: (text) => {
      interaction.show(text);
    },
    progress(step, fraction) {
      deadline.touch();
      interaction.progress(step, fraction);
    },
  };
}
