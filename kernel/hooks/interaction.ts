// The user interaction of a gate: questions suspend the deadline, and progress restarts it.

import type { Interaction } from "../contract/interaction.js";
import type { Deadline } from "./deadline.js";

/** The interaction of a host that supplies none: every question takes its safe choice. */
export const noInteraction: Interaction = {
  ask: (question) => Promise.resolve(question.safeChoice),
  openUrl: () => Promise.resolve(false),
  enter: () => Promise.resolve(undefined),
  showCode: () => undefined,
  show: () => undefined,
  progress: () => undefined,
};

export function suspendWhileAsking(interaction: Interaction, deadline: Deadline): Interaction {
  const whileSuspended = async <T>(asking: () => Promise<T>): Promise<T> => {
    const resume = deadline.suspend();
    try {
      return await asking();
    } finally {
      resume();
    }
  };
  return {
    ask: (question) => whileSuspended(() => interaction.ask(question)),
    enter: (prompt, signal) => whileSuspended(() => interaction.enter(prompt, signal)),
    openUrl: (url, instead) => interaction.openUrl(url, instead),
    showCode: (code, signal) => {
      interaction.showCode(code, signal);
    },
    show: (text) => {
      interaction.show(text);
    },
    progress(step, fraction) {
      deadline.restart();
      interaction.progress(step, fraction);
    },
  };
}
