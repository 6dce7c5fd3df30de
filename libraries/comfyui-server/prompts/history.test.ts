// The pages of the history, counted as on a real server.
import { describe, expect, it } from "vitest";
import { createHistory } from "./history.js";

function historyOf(...ids: readonly string[]) {
  const history = createHistory();
  const item = { number: 0, hasClientNumber: false, graph: {}, jsonGraph: {}, extraData: {}, outputs: [] };
  for (const promptId of ids) {
    history.add({ prompt: { ...item, promptId }, outputs: new Map(), succeeded: true, messages: [] });
  }
  return history;
}

describe("a list", () => {
  const history = historyOf("a", "b", "c");
  it.each<[number | undefined, number | undefined, string[]]>([
    [undefined, undefined, ["a", "b", "c"]],
    [2, undefined, ["b", "c"]],
    [9, undefined, ["a", "b", "c"]],
    [0, undefined, []],
    [-1, undefined, []],
    [2, 0, ["a", "b"]],
    [0, 0, ["a"]],
    [-1, 1, ["b"]],
    [1, 3, []],
    [undefined, 1, ["b", "c"]],
    [undefined, -5, ["a", "b", "c"]],
    [1, -5, ["c"]],
  ])("of at most %s from %s", (maxItems, offset, ids) => {
    expect(Object.keys(history.list(maxItems, offset))).toEqual(ids);
  });
});

describe("deleting", () => {
  it("ignores scalars that are not strings; arrays throw unless the history is empty", () => {
    const history = historyOf("a");
    history.delete("b");
    history.delete(5);
    expect(() => {
      history.delete(["a"]);
    }).toThrow("unhashable type: 'list'");
    history.delete("a");
    history.delete({});
    expect(history.list()).toEqual({});
  });
});
