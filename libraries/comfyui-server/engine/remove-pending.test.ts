// Removing pending prompts: how many times the status is announced.
import { describe, expect, it } from "vitest";
import { createQueue } from "../prompts/queue.js";
import { removePending } from "./embedded-engine.js";
import type { Runner } from "../runs/runner.js";

function withPending(...ids: readonly string[]) {
  const queue = createQueue();
  const item = { hasClientNumber: false, graph: {}, jsonGraph: {}, extraData: {}, outputs: [] };
  ids.forEach((promptId, number) => queue.put({ ...item, number, promptId }));
  const announced: number[] = [];
  const runner = { announceStatus: () => void announced.push(queue.remaining()) } as Runner;
  return { server: { queue, runner }, announced };
}

describe("removing a prompt", () => {
  it("announces the status twice when the queue becomes empty", () => {
    const { server, announced } = withPending("a");
    expect([removePending(server, "a"), announced]).toEqual([true, [0, 0]]);
  });

  it("announces the status once while others are pending", () => {
    const { server, announced } = withPending("a", "b");
    expect([removePending(server, "b"), announced]).toEqual([true, [1]]);
  });

  it("changes nothing for an unknown id", () => {
    const { server, announced } = withPending("a");
    expect([removePending(server, "b"), announced, server.queue.remaining()]).toEqual([false, [], 1]);
  });
});
