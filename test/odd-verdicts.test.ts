// 148 more odd graphs, of dynamic inputs, multi-selects, slots and links: what ComfyUI 0.33.0 answered, beside the
// verdict of Pictor.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordedCore } from "./fixtures/catalog/recorded.js";
import { createRecordedPictor, type RecordedPictor } from "./matrix/recorded-pictor.js";
import { isAccepted, problemsOf, readVerdicts } from "./verdicts.test.support.js";

const verdicts = readVerdicts("graphs-odd.jsonl");

/** The graphs on which Pictor's verdict differs, by the reason. */
const differences: Readonly<Record<string, readonly string[]>> = {
  "the server accepts it, and the run ends its worker or fails there": [
    "unk-link",
    "unk-linkok",
    "aa-dangling",
    "aa-noslot",
  ],
  "the server accepts it, and the class fails with such a value": ["ag-value"],
  "Pictor submits 0 where the file has 0.0": ["link-float"],
  "the catalog does not say whether a class checks its remote choice itself, as all do that can run": [
    "rem-any",
  ],
  "0.33.0 accepts no link to a dynamic slot at all": ["slot-full"],
};
const different = new Set(Object.values(differences).flat());

it("the graphs are 148, and at most eight of them are differences, each of which is among them", () => {
  expect(verdicts).toHaveLength(148);
  expect(different.size).toBeLessThanOrEqual(8);
  const names = new Set(verdicts.map(({ name }) => name));
  expect([...different].filter((name) => !names.has(name))).toEqual([]);
});

describe("pictor validate agrees with ComfyUI 0.33.0 on", () => {
  let recorded: RecordedPictor;
  beforeAll(async () => {
    recorded = await createRecordedPictor(recordedCore("odd").catalog);
  });
  afterAll(() => recorded.dispose());

  it.each(verdicts.map((row) => [row.name, row] as const))("%s", async (name, row) => {
    const problems = await problemsOf(recorded, row.prompt);
    expect(problems?.length === 0).toBe(different.has(name) ? !isAccepted(row) : isAccepted(row));
    if (problems === undefined || problems.length === 0 || row.nodes === undefined) return;
    const found = problems.map(({ details }) => String(details["node"] ?? details["where"]));
    expect(Object.keys(row.nodes).filter((node) => !found.includes(node))).toEqual([]);
  });
});
