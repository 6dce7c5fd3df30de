// The rules about loading and disposal.

import { settlePromises } from "../../fake-clock.js";
import type { Rule, Subject } from "../rule.js";
import { withPlugin } from "../with-plugin.js";

const loadAndDispose = (subject: Subject): Promise<undefined> =>
  withPlugin(subject, async ({ pictor }, id) => {
    await pictor.load(id);
    return undefined;
  });

const countResources = (): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
};

async function leavesNothing(subject: Subject): Promise<undefined> {
  // The first load imports modules, which may keep resources for the whole process.
  await loadAndDispose(subject);
  const before = countResources();
  await loadAndDispose(subject);
  let left: readonly string[] = [];
  for (let turn = 0; turn < 25; turn++) {
    await settlePromises();
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
