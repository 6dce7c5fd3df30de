// The user interaction of a gate: questions suspend the deadline, and progress restarts it.

import type { Interaction } from "../contract/interaction.js";
import { raceAbort } from "../base/waiting.js";
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

/** The job in which a gate asks. */
export interface AskingJob {
  readonly jobId: string;
  /** Aborted when the job ends: the questions of the job are then withdrawn. */
  readonly signal: AbortSignal;
}

/** The questions carry the id and the signal of the job. A question that has no answer left rejects as the signal does. */
export function suspendWhileAsking(
  interaction: Interaction,
  deadline: Deadline,
  { jobId, signal: ended }: AskingJob,
): Interaction {
  const whileSuspended = async <T>(asking: () => Promise<T>): Promise<T> => {
    const resume = deadline.suspend();
    try {
      return await asking();
    } finally {
      resume();
    }
  };
  return {
    ask: (question) =>
      whileSuspended(() => raceAbort(ended, interaction.ask({ ...question, jobId, signal: ended }))),
    enter: (prompt, signal) =>
      whileSuspended(() =>
        interaction.enter(prompt, signal === undefined ? ended : AbortSignal.any([signal, ended])),
      ),
    openUrl: (url, instead) => interaction.openUrl(url, instead),
    showCode: (code, signal) => interaction.showCode(code, signal),
    show: (text) => interaction.show(text),
    progress(step, fraction) {
      deadline.restart();
      interaction.progress(step, fraction);
    },
  };
}
