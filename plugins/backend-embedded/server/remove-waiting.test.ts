// Prompts that are taken out of the queue: who is told, and how often.
import { describe, expect, it } from "vitest";
import { createQueue } from "./queue.js";
import { removeWaiting } from "./remove-waiting.js";
import type { ServerParts } from "./parts.js";

function waiting(...ids: readonly string[]) {
  const queue = createQueue();
  const item = { explicitNumber: false, graph: {}, shown: {}, extraData: {}, outputs: [] };
  ids.forEach((promptId, number) => {
    queue.put({ ...item, number, promptId });
  });
  const told: number[] = [];
  const runner = { announceStatus: () => void told.push(queue.remaining()) } as ServerParts["runner"];
  return { parts: { queue, runner }, told };
}

describe("a prompt that waits", () => {
  it("alone: the queue is wiped, which is announced, and then the removal", () => {
    const { parts, told } = waiting("a");
    expect([removeWaiting(parts, "a"), told]).toEqual([true, [0, 0]]);
  });

  it("beside others is announced once", () => {
    const { parts, told } = waiting("a", "b");
    expect([removeWaiting(parts, "b"), told]).toEqual([true, [1]]);
  });

  it("nowhere changes nothing", () => {
    const { parts, told } = waiting("a");
    expect([removeWaiting(parts, "b"), told, parts.queue.remaining()]).toEqual([false, [], 1]);
  });
});
