// The person, as a gate sees them: asking holds the deadline, progress starts it anew.

import type { Interaction } from "../contract/interaction.js";
import type { Deadline } from "./deadline.js";

/** Without a host's interaction: every question takes its safe answer. */
export const noInteraction: Interaction = {
  ask: (question) => Promise.resolve(question.safeChoice),
  openUrl: () => Promise.resolve(false),
  enter: () => Promise.resolve(undefined),
  showCode: () => undefined,
  show: () => undefined,
  progress: () => undefined,
};

export function holdWhileAsking(interaction: Interaction, deadline: Deadline): Interaction {
  const held = async <T>(asking: () => Promise<T>): Promise<T> => {
    const release = deadline.hold();
    try {
      return await asking();
    } finally {
      release();
    }
  };
  return {
    ask: (question) => held(() => interaction.ask(question)),
    enter: (prompt, signal) => held(() => interaction.enter(prompt, signal)),
    openUrl: (url, instead) => interaction.openUrl(url, instead),
    showCode: (code, signal) => {
      interaction.showCode(code, signal);
    },
    show: (text) => {
      interaction.show(text);
    },
    progress(step, fraction) {
      deadline.touch();
      interaction.progress(step, fraction);
    },
  };
}
