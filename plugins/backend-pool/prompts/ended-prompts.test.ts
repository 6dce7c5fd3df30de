// How many ended prompts are kept.

import { expect, it } from "vitest";
import { createEndedPrompts } from "./ended-prompts.js";
import { createOutcome, type Entry } from "./entry.js";

const entryOf = (id: string, text = ""): Entry => ({
  id,
  isDetached: false,
  models: [],
  createdAt: 0,
  ahead: 0,
  servedBefore: 0,
  submission: { promptId: id, graph: { Note: { class_type: "Note", inputs: { text } } } },
  turn: { priority: 1, round: 0, arrival: 0 },
  needs: { classes: [], choices: [] },
  members: new Set(),
  refusals: new Map(),
  state: { step: "removed" },
  notes: { isCold: false },
  outcome: createOutcome(),
});

it("forgets the oldest of more than two thousand prompts", () => {
  const forgotten: string[] = [];
  const ended = createEndedPrompts(({ id }) => forgotten.push(id));
  for (let index = 0; index < 2_002; index++) ended.add(entryOf(`p${index}`));
  expect(forgotten).toEqual(["p0", "p1"]);
  expect(ended.get("p0")).toBeUndefined();
  expect([...ended.all()]).toHaveLength(2_000);
});

it("forgets earlier prompts whose graphs are large, but never the latest one", () => {
  const forgotten: string[] = [];
  const ended = createEndedPrompts(({ id }) => forgotten.push(id));
  const image = "a".repeat(40 << 20);
  ended.add(entryOf("small"));
  ended.add(entryOf("first", image));
  ended.add(entryOf("second", image));
  ended.add(entryOf("third", image + image));
  expect(forgotten).toEqual(["small", "first", "second"]);
  expect(ended.get("third")?.id).toBe("third");
});
