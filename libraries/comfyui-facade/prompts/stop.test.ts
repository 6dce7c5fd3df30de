// Which prompts an owner stops, over a backend that runs several at once and has those of others, too.

import { expect, it } from "vitest";
import { recordedPrompts, type RecordedPrompt } from "../testing/recorded-prompts.js";
import { startFacade } from "../testing/start-facade.js";

type Row = readonly [id: string, owner: string, state: "queued" | "running", outcome?: "gone"];

/** The prompts that are cancelled when anna sends the request; `rows` are the prompts of the backend, the newest first. */
async function cancelledAmong(rows: readonly Row[], path: string, body: object): Promise<readonly string[]> {
  const prompts = rows.map(([id, owner, state, outcome]): RecordedPrompt => ({
    id,
    owner,
    state: { state },
    ...(outcome !== undefined && { outcome }),
  }));
  const { calls, cancelled } = recordedPrompts(prompts);
  const sent = { method: "POST", path, body: JSON.stringify(body), owner: "anna" };
  expect((await startFacade(calls).facade.send(sent)).status).toBe(200);
  return cancelled;
}

it.each<[string, readonly Row[], readonly string[]]>([
  ["the only one", [["p", "anna", "running"]], ["p"]],
  [
    "the oldest of several",
    [
      ["q", "anna", "running"],
      ["p", "anna", "running"],
      ["o", "ben", "running"],
    ],
    ["p"],
  ],
  [
    "the next one if the oldest has just ended",
    [
      ["q", "anna", "running"],
      ["p", "anna", "running", "gone"],
    ],
    ["p", "q"],
  ],
  [
    "none that waits, and none of others",
    [
      ["q", "anna", "queued"],
      ["p", "ben", "running"],
    ],
    [],
  ],
])("an interrupt without an id stops %s", async (_which, rows, expected) => {
  expect(await cancelledAmong(rows, "/interrupt", {})).toEqual(expected);
});

const rows: readonly Row[] = [
  ["waits later", "anna", "queued"],
  ["waits", "anna", "queued"],
  ["of ben", "ben", "queued"],
  ["ben's run", "ben", "running"],
  ["runs", "anna", "running"],
];

it.each<[string, object, readonly string[]]>([
  ["/queue", { clear: true }, ["waits", "waits later"]],
  ["/queue", { delete: ["waits", "runs", "of ben", "gone", 7] }, ["waits"]],
  ["/queue", { delete: "waits" }, []],
  ["/interrupt", { prompt_id: "runs" }, ["runs"]],
  ["/interrupt", { prompt_id: "waits" }, []],
  ["/interrupt", { prompt_id: "ben's run" }, []],
  ["/api/jobs/waits/cancel", {}, ["waits"]],
])("%s %j stops what it names, of the owner alone", async (path, body, expected) => {
  expect(await cancelledAmong(rows, path, body)).toEqual(expected);
});

it("several jobs are cancelled by their ids, which are UUIDs", async () => {
  const [waits = "", ofBen = "", runs = ""] = [1, 2, 3].map(
    (at) => `0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c1${at}`,
  );
  const several: readonly Row[] = [
    [waits, "anna", "queued"],
    [ofBen, "ben", "running"],
    [runs, "anna", "running"],
  ];
  const body = { job_ids: [waits, ofBen, runs] };
  expect(await cancelledAmong(several, "/api/jobs/cancel", body)).toEqual([waits, runs]);
});
