// Which prompt `/interrupt` without an id stops, over a backend that runs several at once.

import { expect, it } from "vitest";
import type { CancelOutcome, PromptSummary } from "@pictor/kernel/plugin";
import { startFacade } from "../testing/start-facade.js";

type Row = readonly [promptId: string, owner: string, state: PromptSummary["state"], outcome?: CancelOutcome];

/** The prompts that are cancelled when anna interrupts; `rows` are the prompts of the backend, the newest first. */
async function cancelledAmong(rows: readonly Row[]): Promise<readonly string[]> {
  const cancelled: string[] = [];
  const recordOf = (owner: string) => ({ gateway: { owner, clientId: `${owner}'s`, createdAt: 1 } });
  const { facade } = startFacade({
    prompts: () =>
      Promise.resolve(rows.map(([promptId, owner, state]) => ({ promptId, state, record: recordOf(owner) }))),
    fetchSubmission: (id: string) =>
      Promise.resolve({
        graph: {},
        outputs: [],
        record: recordOf(rows.find(([one]) => one === id)?.[1] ?? ""),
      }),
    cancel(id: string) {
      cancelled.push(id);
      return Promise.resolve(rows.find(([one]) => one === id)?.[3] ?? "interrupting");
    },
  });
  const sent = { method: "POST", path: "/interrupt", body: "{}", owner: "anna" };
  expect((await facade.send(sent)).status).toBe(200);
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
])("stops %s", async (_which, rows, expected) => {
  expect(await cancelledAmong(rows)).toEqual(expected);
});
