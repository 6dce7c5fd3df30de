// The pages of the history, counted as on a real server.
import { expect, it } from "vitest";
import { historyEntry, pageOf } from "./history-entry.js";

const prompt = {
  promptId: "a",
  number: 0,
  hasClientNumber: false,
  jsonGraph: {},
  extraData: {},
  outputs: [],
};
const entry = historyEntry({ prompt, outputs: new Map(), succeeded: true, messages: [] });
const items = ["a", "b", "c"].map((id) => [id, entry] as const);

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
])("a list of at most %s from %s", (maxItems, offset, ids) => {
  expect(pageOf(items, maxItems, offset).map(([id]) => id)).toEqual(ids);
});
