// What a job notes of its prompts, so that another process can go on with the job; and a job of some of its batches.

import { expect, it } from "vitest";
import type { GenerateRequest, SentPrompt } from "@pictor/kernel";
import { createFakeServer } from "../../testing/fake-server.js";
import { openStage, settleAll } from "../../testing/server-stage.js";

async function openNoted(server = createFakeServer()) {
  const stage = await openStage([], server);
  const notes: SentPrompt[] = [];
  const noteSent = async (note: SentPrompt): Promise<void> => {
    notes.push(note);
    await Promise.resolve();
  };
  const generate = (request: Partial<GenerateRequest> = {}) => stage.generate({ ...request, noteSent });
  return { ...stage, notes, generate };
}

it("a prompt is noted before it is sent, and under the id that was proposed", async () => {
  const { server, generate, notes } = await openNoted();
  server.replies.push("held");
  const { promptId } = await generate();
  expect(server.queue).toEqual([promptId]);
  expect(notes).toEqual([{ promptId, batch: 0, isSent: true }]);
});

it("a prompt that certainly did not reach the server is noted as not sent, until it is sent again", async () => {
  const lost = await openNoted();
  lost.server.replies.push("dropped", "prompt");
  await lost.generate();
  await lost.clock.advance(10_000);
  expect(lost.notes.map(({ isSent }) => isSent)).toEqual([true, false, true]);
  const refused = await openNoted();
  refused.server.replies.push("refused");
  const { now } = await refused.generate();
  expect(await now()).toMatchObject({ status: "failed" });
  expect(refused.notes.map(({ isSent }) => isSent)).toEqual([true, false]);
});

it("each batch is noted, in turn or together", async () => {
  const inTurn = await openNoted();
  await inTurn.generate({ count: 2 });
  expect(inTurn.notes.map(({ batch }) => batch)).toEqual([0]);
  const together = await openNoted(createFakeServer({ facets: ["members"] }));
  await together.generate({ count: 2 });
  expect(together.notes.map(({ batch }) => batch)).toEqual([0, 1]);
});

it.each([[], ["members"] as const])(
  "a job of some of its batches runs those alone, with their seeds",
  async (...facets) => {
    const { server, generate } = await openNoted(createFakeServer({ facets }));
    const { now, events } = await generate({ count: 4, batches: [1, 3], params: { seed: "10" } });
    for (let run = 0; run < 2; run++) {
      server.run("succeeded");
      await settleAll();
    }
    const { outputs } = (await now()) as { readonly outputs: readonly object[] };
    expect(outputs).toMatchObject([
      { index: 0, batch: 1, seed: 11n },
      { index: 1, batch: 3, seed: 13n },
    ]);
    expect(events.map((event) => ("batch" in event ? event.batch : 1))).not.toContain(0);
  },
);
