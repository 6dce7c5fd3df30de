// The rules about loading and disposal.

import { settlePromises } from "../../fake-clock.js";
import type { Rule, Subject } from "../rule.js";
import { isForOwnWorkflow, tapsOf, withJob } from "../job/job-bench.js";
import { withPlugin } from "../with-plugin.js";

const loadAndDispose = (subject: Subject): Promise<undefined> =>
  withPlugin(subject, async ({ pictor }, id) => {
    await pictor.load(id);
    return undefined;
  });

const jobHooks = ["beforeFirstBatch", "onEvent", "afterOutput"] as const;

/**
 * Loads and disposes the plugin; one that has handlers for jobs, after a generation. How the generation ends is another
 * rule's.
 */
async function useAndDispose(subject: Subject): Promise<void> {
  const taps = jobHooks.flatMap((hook) => tapsOf(subject.manifest, hook));
  const tap = taps.find((one) => !isForOwnWorkflow(subject.manifest, one));
  if (tap === undefined) await loadAndDispose(subject);
  else await withJob(subject, tap, {}, () => undefined);
}

/**
 * Turns of the loop, of a little more than a millisecond, in which files and sockets that are being closed may still be
 * there.
 */
const mostTurns = 100;

const countResources = (): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
};

async function leavesNothing(subject: Subject): Promise<undefined> {
  // The first load imports modules, which may keep resources for the whole process.
  await useAndDispose(subject);
  const before = countResources();
  await useAndDispose(subject);
  let left: readonly string[] = [];
  for (let turn = 0; turn < mostTurns; turn++) {
    await settlePromises();
    await new Promise((resolve) => setTimeout(resolve, 1));
    left = [...countResources()]
      .filter(([type, count]) => count > (before.get(type) ?? 0))
      .map(([type]) => type);
    if (left.length === 0) return undefined;
  }
  throw new Error(`after disposal these resources are still active: ${left.join(", ")}`);
}

export const surfaceRule: Rule = {
  id: "surface",
  name: "imports, and provides exactly what it declares",
  check: loadAndDispose,
};

export const disposalRule: Rule = {
  id: "disposal",
  name: "leaves nothing behind when it is disposed",
  check: leavesNothing,
};
