// Clients that connect again, several of them at the same time.

import { expect, it } from "vitest";
import type { PromptSummary } from "@pictor/kernel/plugin";
import { clientOf } from "../wire/prompt.js";
import { startFacade } from "../testing/start-facade.js";

const handlers = { message: () => undefined, close: () => undefined };

it("share one list of the prompts that wait", async () => {
  let lists = 0;
  const { facade } = startFacade({ prompts: () => Promise.resolve(++lists && []) });
  const ids = Array.from({ length: 20 }, (_, index) => `client-${index}`);
  await Promise.all(ids.map((id) => facade.connect({ path: `/ws?clientId=${id}` }, handlers)));
  expect(lists).toBe(1);
});

it("cost one list however many prompts of others wait, and none without an id of their own", async () => {
  const calls = { lists: 0, others: 0 };
  const others = Array.from({ length: 5_000 }, (_, index) => ({
    promptId: `p${index}`,
    state: "queued",
    record: { gateway: { clientId: `other-${index}`, createdAt: 5 } },
  }));
  const { facade } = startFacade({
    prompts: () => Promise.resolve(++calls.lists && others),
    fetchSubmission: () => Promise.resolve(++calls.others && undefined),
    state: () => Promise.resolve(++calls.others && { state: "queued" }),
  });
  for (const query of ["", "?clientId="]) await facade.connect({ path: `/ws${query}` }, handlers);
  expect(calls).toEqual({ lists: 0, others: 0 });
  await facade.connect({ path: "/ws?clientId=mine" }, handlers);
  expect(calls).toEqual({ lists: 1, others: 0 });
});

it("cost no list where the backend knows their prompts, of which those that go on are followed", async () => {
  const states: Record<string, string> = {
    unreadable: "",
    waits: "queued",
    runs: "running",
    over: "succeeded",
  };
  const clients: string[] = [];
  const looked: string[] = [];
  const { facade } = startFacade({
    prompts: () => Promise.reject(new Error("a list")),
    facets: {
      members: {
        promptsOf: (client: string) => {
          clients.push(client);
          return Promise.resolve(Object.keys(states));
        },
      },
    },
    state: (id: string) =>
      states[id] === "" ? Promise.reject(new Error("no record")) : Promise.resolve({ state: states[id] }),
    fetchSubmission: (id: string) => Promise.resolve(void looked.push(id)),
  });
  await facade.connect({ path: "/ws?clientId=mine", owner: "anna" }, handlers);
  const record = { gateway: { owner: "anna", clientId: "mine", createdAt: 5 } };
  expect([clients, looked]).toEqual([[clientOf(record)], ["waits", "runs"]]);
});

it("follow a prompt that came after the last list of the queue was begun", async () => {
  const queue: Partial<PromptSummary>[] = [];
  const looked: string[] = [];
  const { facade } = startFacade({
    prompts: () => Promise.resolve([...queue]),
    fetchSubmission: (promptId: string) => Promise.resolve(void looked.push(promptId)),
  });
  const listed = facade.send({ path: "/queue" });
  queue.push({ promptId: "p1", state: "queued", record: { gateway: { clientId: "same", createdAt: 5 } } });
  await facade.connect({ path: "/ws?clientId=same" }, handlers);
  await listed;
  expect(looked).toEqual(["p1"]);
});
