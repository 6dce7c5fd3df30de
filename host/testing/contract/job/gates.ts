// The rules of gates: they decide, whatever a person answers.

import type { Interaction, Question } from "@pictor/kernel";
import type { Subject } from "../rule.js";
import { withJob, type JobOptions, type Tap } from "./job-bench.js";
import { jobRule, requireEnding, type CheckTap } from "./job-rule.js";

/** Answers every question with `choose`, and counts the questions. */
function answering(choose: (question: Question) => string): Interaction & { readonly asked: Question[] } {
  const asked: Question[] = [];
  return {
    asked,
    ask(question) {
      asked.push(question);
      return Promise.resolve(choose(question));
    },
    enter: () => Promise.resolve("contract"),
    openUrl: () => Promise.resolve(true),
    showCode: () => undefined,
    show: () => undefined,
    progress: () => undefined,
  };
}

/** More questions than a person would answer for one generation. */
const mostQuestions = 50;

async function run(subject: Subject, tap: Tap, what: string, options: JobOptions): Promise<void> {
  await withJob(subject, tap, options, (ending) => requireEnding(ending, what));
}

const decides: CheckTap = async (subject, tap) => {
  const what = `the handler ${tap.handler}`;
  await run(subject, tap, `${what}, where nobody can be asked,`, {});
  // Each choice of the first question; later questions have their safe answer.
  let first: Question | undefined;
  const looking = answering((question) => (first ??= question).safeChoice);
  await run(subject, tap, what, { interaction: looking });
  for (const { id } of first?.choices ?? []) {
    let count = 0;
    const choosing = answering((question) => {
      if (++count > mostQuestions) throw new Error(`it has asked more than ${mostQuestions} questions`);
      return count === 1 ? id : question.safeChoice;
    });
    await run(subject, tap, `${what}, after the answer "${id}",`, { interaction: choosing });
  }
  return undefined;
};

const checks: CheckTap = async (subject, tap) => {
  const what = `the handler ${tap.handler}, for a generation that is only checked and has no folder,`;
  await run(subject, tap, what, { isCheck: true });
  return undefined;
};

export const gateRules = [
  jobRule("beforeFirstBatch", "gate-decides", "returns nothing or a veto, whatever is answered", decides),
  jobRule("beforeFirstBatch", "gate-check", "also decides about a generation that is only checked", checks),
];
