// The turns of owners as priorities of BullMQ, names of inputs, and when a worker counts as gone.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { AbsenceWatch } from "./absence.js";
import { bullPriority, turnOf } from "./rounds.js";
import { inputsOf, nameOfInput, withInputNames } from "./input-names.js";
import { problemOfName, readWorker, writeWorker } from "./worker-record.js";

it("orders priorities before rounds, and reads the turn of a priority", () => {
  const turn = (priority: number, round: number) => bullPriority({ priority, round });
  expect(turn(0, 600_000)).toBeLessThan(turn(1, 1));
  expect(turn(1, 3)).toBeLessThan(turn(1, 4));
  expect(turn(2, 10_000_000)).toBeLessThanOrEqual(2 ** 21);
  expect(turnOf(turn(1, 42))).toEqual({ priority: 1, round: 42 });
});

it("finds the uploaded files of a graph by their names, and gives them the names of a server", () => {
  const digest = "ab".repeat(32);
  const name = nameOfInput(digest, "My Photo.PNG");
  expect(name).toBe(`pictor-${digest}.png`);
  const graph = { "1": { class_type: "LoadImage", inputs: { image: name, other: "x.png" } } };
  expect([...inputsOf(graph)]).toEqual([[name, digest]]);
  expect(withInputNames(graph, new Map([[name, "there.png"]]))).toEqual({
    "1": { class_type: "LoadImage", inputs: { image: "there.png", other: "x.png" } },
  });
});

it("takes a worker as gone only after its key was missing for a while", async () => {
  const clock = createFakeClock();
  const watch = new AbsenceWatch(clock, 1_000);
  expect(watch.isGone("w", false)).toBe(false);
  await clock.advance(999);
  expect(watch.isGone("w", false)).toBe(false);
  await clock.advance(1);
  expect(watch.isGone("w", false)).toBe(true);
  watch.reset();
  expect(watch.isGone("w", false)).toBe(false);
  await clock.advance(2_000);
  expect(watch.isGone("w", true)).toBe(false);
  expect(watch.isGone("w", false)).toBe(false);
});

it("reads the record of a worker, and nothing that is none", () => {
  const record = {
    name: "w",
    state: "ready" as const,
    running: 0,
    loaded: [],
    ended: 1,
    lost: 0,
    modelSwitches: 0,
    catalog: "ab".repeat(32),
  };
  expect(readWorker(record.name, writeWorker(record))).toEqual(record);
  expect(readWorker("other", writeWorker(record))).toBeUndefined();
  for (const text of [null, "", "{", "[]", "{}", '{"name":"w"}'])
    expect(readWorker("w", text)).toBeUndefined();
  const wrong = {
    catalog: "../etc",
    loaded: "a",
    running: "1",
    lost: -1,
    state: "evil",
    stepMs: null,
    title: 1,
  };
  for (const [field, value] of Object.entries(wrong))
    expect(readWorker("w", JSON.stringify({ ...record, [field]: value })), field).toBeUndefined();
});

it.each(["", "a/b", "a b", "-a", "a:b", "x".repeat(65)])("refuses the name %j of a worker", (name) => {
  expect(problemOfName(name)).toBeDefined();
});
