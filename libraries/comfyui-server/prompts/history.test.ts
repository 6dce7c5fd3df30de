// Deleting from the history, with the errors of Python.
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

describe("deleting", () => {
  it("ignores scalars that are not strings; arrays throw unless the history is empty", () => {
    const history = historyOf("a");
    history.delete("b");
    history.delete(5);
    expect(() => history.delete(["a"])).toThrow("unhashable type: 'list'");
    history.delete("a");
    history.delete({});
    expect(history.list()).toEqual([]);
  });
});
