// Submissions that do not reach the backend, or whose outcome is not known, and their repetitions.

import { expect, it } from "vitest";
import { fault, type Catalog, type PromptState, type Receipt, type Submission } from "@pictor/kernel/plugin";
import { startFacade } from "../testing/start-facade.js";

const unreachable = (systemCode?: string) =>
  fault(
    "BACKEND_UNREACHABLE",
    { url: "redis://farm:6379", reason: "no connection" },
    systemCode === undefined ? {} : { more: { systemCode } },
  );

/** A facade over a backend whose submissions end as `outcomes` say, one after another. */
function facadeOver(outcomes: readonly (() => Promise<Receipt>)[], catalog: Catalog = new Map()) {
  const left = [...outcomes];
  const farm = { state: "unknown" as PromptState["state"], submitted: [] as string[] };
  const { facade, clock } = startFacade({
    submit({ promptId }: { readonly promptId: string }) {
      farm.submitted.push(promptId);
      return (left.shift() ?? (() => Promise.resolve({ promptId, dropped: [] })))();
    },
    state: () => Promise.resolve({ state: farm.state }),
    catalog: () => Promise.resolve(catalog),
  });
  const post = async (owner?: string, prompt_id: string | undefined = "p"): Promise<number> => {
    const body = JSON.stringify({ prompt: { 1: { class_type: "SaveImage", inputs: {} } }, prompt_id });
    const sent = { method: "POST", path: "/prompt", body, ...(owner !== undefined && { owner }) };
    return (await facade.send(sent)).status;
  };
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await (await facade.send({ path })).text());
  return { clock, farm, post, remaining: () => read("/prompt"), queue: () => read("/queue") };
}
const fails = () => Promise.reject(unreachable());

it.each([
  ["ECONNREFUSED", 0],
  ["ECONNRESET", 1],
])("after %s, %i prompts are followed", async (code, queue_remaining) => {
  const { post, remaining } = facadeOver([() => Promise.reject(unreachable(code))]);
  await expect(post()).rejects.toThrow("no connection");
  expect(await remaining()).toEqual({ exec_info: { queue_remaining } });
});

it("a repeated request is submitted again as long as the backend does not have the prompt", async () => {
  const { farm, post } = facadeOver([fails, fails]);
  await expect(post()).rejects.toThrow("no connection");
  await expect(post()).rejects.toThrow("no connection");
  expect(await post()).toBe(200);
  expect(await post()).toBe(200);
  expect(farm.submitted).toEqual(["p", "p", "p"]);
});

it("a repeated request gets a receipt if the backend has the prompt although the reply was lost", async () => {
  const { farm, post, queue } = facadeOver([fails]);
  await expect(post()).rejects.toThrow("no connection");
  farm.state = "running";
  expect(await queue()).toEqual({ queue_running: [], queue_pending: [] });
  expect(await post()).toBe(200);
  expect(farm.submitted).toEqual(["p"]);
  // It is among those of the queue, although the backend has not listed it yet.
  expect(await queue()).toMatchObject({ queue_pending: [[0, "p", {}, {}, []]] });
});

it("a request that comes while the first one is under way has the outcome that the backend then knows", async () => {
  let answer: () => void = () => undefined;
  const slow = new Promise<Receipt>((_resolve, reject) => {
    answer = () => reject(unreachable());
  });
  const { farm, post } = facadeOver([() => slow]);
  const [first, second, other] = [post(), post(), post("ben")];
  answer();
  await expect(first).rejects.toThrow("no connection");
  expect([await second, await other]).toEqual([200, 400]);
  expect(farm.submitted).toEqual(["p", "p"]);
});

it("a prompt whose reply was lost is followed to its end once the backend knows it", async () => {
  const { clock, farm, post, remaining } = facadeOver([fails]);
  await expect(post()).rejects.toThrow("no connection");
  farm.state = "queued";
  await clock.advance(10_000);
  farm.state = "unknown";
  await clock.advance(60_000);
  // It ends as lost, and is not forgotten in silence.
  expect(await remaining()).toEqual({ exec_info: { queue_remaining: 0 } });
  expect(await post()).toBe(200);
  expect(farm.submitted).toEqual(["p"]);
});

it("a graph without an output node is refused, as far as its classes are known", async () => {
  const name = "SaveImage";
  const { farm, post } = facadeOver(
    [],
    new Map([[name, { name, inputs: [], outputs: [], isOutput: false }]]),
  );
  expect(await post()).toBe(400);
  expect(farm.submitted).toEqual([]);
});

it("the backend learns whose prompt it is, its place, and what the client has added", async () => {
  const submitted: Submission[] = [];
  const { facade } = startFacade({
    submit(submission: Submission) {
      submitted.push(submission);
      return Promise.resolve({ promptId: submission.promptId, dropped: [] });
    },
    state: () => Promise.resolve({ state: "queued" }),
  });
  const prompt = { 1: { class_type: "SaveImage", inputs: {} } };
  const post = (body: object, owner?: string) =>
    facade.send({
      method: "POST",
      path: "/prompt",
      body: JSON.stringify({ prompt, ...body }),
      ...(owner !== undefined && { owner, runningLimit: 2 }),
    });
  await post({ client_id: "c", front: true, extra_data: { a: 1, api_key_comfy_org: "key" } }, "anna");
  await post({});
  expect(submitted).toEqual([
    {
      promptId: expect.any(String) as string,
      graph: prompt,
      owner: "anna",
      priority: "high",
      runningLimit: 2,
      extra: expect.objectContaining({ a: 1 }) as object,
      record: { gateway: { owner: "anna", clientId: "c", createdAt: 0 } },
    },
    { promptId: expect.any(String) as string, graph: prompt, record: { gateway: { createdAt: 0 } } },
  ]);
});
