// How a rule about the taps of jobs is made: it looks at each tap of one hook.

import type { Problem } from "@pictor/kernel";
import { notCheckedFor, type Rule, type Subject } from "../rule.js";
import { isForOwnWorkflow, tapsOf, type JobEnding, type JobHook, type Tap } from "./job-bench.js";

/** Resolves to a sentence if the tap could not be checked. Throws an Error with a sentence for a violation. */
export type CheckTap = (subject: Subject, tap: Tap) => Promise<string | undefined>;

export const jobRule = (hook: JobHook, id: string, name: string, check: CheckTap): Rule => ({
  id,
  name,
  applies: (manifest) => tapsOf(manifest, hook).length > 0,
  async check(subject) {
    const reasons: string[] = [];
    for (const tap of tapsOf(subject.manifest, hook)) {
      const reason = isForOwnWorkflow(subject.manifest, tap)
        ? `the handler ${tap.handler} waits for a workflow of its own plugin`
        : await check(subject, tap);
      if (reason !== undefined) reasons.push(reason);
    }
    return notCheckedFor(reasons);
  },
});

/** The problem that the kernel has recorded about a handler of the plugin; problems that the handler itself reports are none. */
export const handlerProblem = (ending: JobEnding, { manifest: { id } }: Subject): Problem | undefined =>
  ending?.problems.find(({ code, plugin }) => code.startsWith("TAP_") && plugin === id);

/** Throws for a generation that did not end, or has failed for a reason of the plugin. */
export function requireEnding(ending: JobEnding, what: string): asserts ending is NonNullable<JobEnding> {
  if (ending === undefined) throw new Error(`${what} does not let the generation end`);
  if (ending.status === "failed" || ending.status === "lost")
    throw new Error(`${what} fails the generation: ${ending.error.message}`);
}
