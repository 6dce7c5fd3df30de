// The queue without a server: the order of the array of pending prompts, and the next one.
import { describe, expect, it } from "vitest";
import { stringifyJson } from "@pictor/comfyui-graph";
import { queueTuple } from "@pictor/comfyui-protocol";
import { createQueue, type QueueItem } from "./queue.js";

const item = (number: number, promptId: string, hasClientNumber = false): QueueItem => ({
  number,
  hasClientNumber,
  promptId,
  graph: {},
  jsonGraph: {},
  extraData: {},
  outputs: [],
});

function filled(...items: readonly QueueItem[]) {
  const queue = createQueue();
  for (const each of items) queue.put(each);
  return queue;
}

const numbers = (items: readonly QueueItem[]): number[] => items.map(({ number }) => number);

describe("pending prompts", () => {
  it("are listed in the heap order of a real server", () => {
    const queue = filled(...[60, -5, -61, 0.5, -62].map((number) => item(number, `id ${number}`)));
    expect(numbers(queue.pending())).toEqual([-62, -61, -5, 60, 0.5]);
  });

  it("run in the order of number, then prompt id", () => {
    const queue = filled(item(3, "a"), item(1, "z"), item(1, "b"), item(-2, "m"), item(2, "c"));
    const order = Array.from({ length: 5 }, () => queue.take()?.promptId);
    expect(order).toEqual(["m", "b", "z", "c", "a"]);
    expect(queue.take()).toBeUndefined();
  });

  it("are reordered as by Python after a removal and after the next one was taken", () => {
    const queue = filled(...[9, 4, 7, 1, 8, 3, 2, 6, 5].map((number) => item(number, String(number))));
    expect(numbers(queue.pending())).toEqual([1, 4, 2, 5, 8, 7, 3, 9, 6]);
    expect([queue.remove("4"), queue.remove("nobody")]).toEqual([true, false]);
    expect(numbers(queue.pending())).toEqual([1, 2, 3, 6, 7, 5, 9, 8]);
    queue.take();
    expect(numbers(queue.pending())).toEqual([2, 6, 3, 8, 7, 5, 9]);
  });

  it("are counted together with the running one", () => {
    const queue = filled(item(0, "a"), item(1, "b"));
    queue.take();
    expect(queue.remaining()).toBe(2);
    queue.clear();
    expect([queue.remaining(), queue.running()?.promptId]).toEqual([1, "a"]);
  });
});

describe("in JSON", () => {
  it("a number from the counter is an integer, one from the client a float", () => {
    const text = (entry: QueueItem): string => stringifyJson(queueTuple(entry).slice(0, 2));
    expect(text(item(-61, "a"))).toBe('[-61,"a"]');
    expect(text(item(-5, "a", true))).toBe('[-5.0,"a"]');
    expect(text(item(0.5, "a", true))).toBe('[0.5,"a"]');
  });
});
