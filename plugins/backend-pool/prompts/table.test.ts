// Where the prompts of a pool are on its members.

import { expect, it } from "vitest";
import { createOutcome, type Entry } from "./entry.js";
import { Table } from "./table.js";

function addTo(table: Table, id: string): Entry {
  const entry: Entry = {
    ...table.turnFor(undefined, undefined),
    id,
    submission: { promptId: id, graph: {} },
    isDetached: false,
    createdAt: 0,
    needs: { classes: [], choices: [] },
    models: [],
    members: new Set(["one"]),
    refusals: new Map(),
    state: { step: "waiting" },
    notes: { isCold: false },
    outcome: createOutcome(),
  };
  table.add(entry);
  return entry;
}

/** A prompt that the member `one` has under the id `there`. */
function passedOn(table: Table): Entry {
  const entry = addTo(table, "p");
  table.apply(entry, { type: "dispatch", member: "one" });
  table.apply(entry, { type: "sent" });
  table.apply(entry, { type: "accepted", id: "there" });
  return entry;
}

it.each(["removed", "notRun"] as const)("forgets where a prompt was that is %s there", (type) => {
  const table = new Table();
  const entry = passedOn(table);
  expect(table.at("one", "there")).toBe(entry);
  table.apply(entry, { type });
  expect(table.at("one", "there")).toBeUndefined();
});

it("knows where a prompt was after its end, for events that come late", () => {
  const table = new Table();
  const entry = passedOn(table);
  table.apply(entry, { type: "record", record: { state: "succeeded", outputs: [] } });
  expect(table.at("one", "there")).toBe(entry);
});
