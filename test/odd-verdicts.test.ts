// 148 more odd graphs, of dynamic inputs, multi-selects, slots and links: what ComfyUI 0.33.0 answered, beside the
// verdict of Pictor.

import { readFileSync } from "node:fs";
import { parseJson, stringifyJson, type PictorError } from "@pictor/host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../cli/base/usage-error.js";
import { parseGraph } from "../cli/commands/validate/read-graph.js";
import { recordedCore } from "./fixtures/catalog/recorded.js";
import { createRecordedPictor, type RecordedPictor } from "./matrix/recorded-pictor.js";

interface Verdict {
  readonly name: string;
  readonly status: number;
  readonly error?: string;
  readonly nodes?: Readonly<Record<string, readonly string[]>>;
  readonly prompt: unknown;
}

const text = readFileSync(new URL("fixtures/verdicts/graphs-odd.jsonl", import.meta.url), "utf8");
const verdicts = text
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => parseJson(line) as Verdict);

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

  /** Undefined for what is no graph. */
  async function problemsOf(prompt: unknown): Promise<readonly PictorError[] | undefined> {
    try {
      const graph = parseGraph(stringifyJson(prompt), "graph.json");
      return await recorded.pictor.validate({ graph, backend: "recorded" });
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  }

  it.each(verdicts.map((row) => [row.name, row] as const))("%s", async (name, row) => {
    // With errors of nodes and status 200, the server leaves out an output; Pictor refuses the graph.
    const isAccepted = row.status === 200 && row.nodes === undefined;
    const problems = await problemsOf(row.prompt);
    expect(problems?.length === 0).toBe(different.has(name) ? !isAccepted : isAccepted);
    if (problems === undefined || problems.length === 0 || row.nodes === undefined) return;
    const found = problems.map(({ details }) => String(details["node"] ?? details["where"]));
    expect(Object.keys(row.nodes).filter((node) => !found.includes(node))).toEqual([]);
  });
});
