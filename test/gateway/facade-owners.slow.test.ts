// Two owners behind the gateway: neither sees, changes or receives what belongs to the other.

import { afterAll, expect, it } from "vitest";
import { txt2img } from "../../libraries/comfyui-server/testing/wire.js";
import { startFacedGateway } from "./facade.test.support.js";

const gateway = await startFacedGateway();
await fetch(`${gateway.url}prompt`);
const direct = gateway.direct();
afterAll(() => gateway.close());

interface Asked {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(owner: string, path: string, body?: unknown): Promise<Asked> {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const reply = await direct.send({ path, owner, ...sent });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? {} : (JSON.parse(text) as Asked["body"]) };
}

const submit = async (owner: string, seed: number, more: object = {}): Promise<string> =>
  (await ask(owner, "/prompt", { prompt: txt2img({ seed, steps: 10_000 }), client_id: "same", ...more }))
    .body["prompt_id"] as string;

/** A socket of an owner, with the messages that it received, and the end of a prompt. */
async function listen(owner: string) {
  const messages: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] = [];
  const waiting = new Set<() => void>();
  const socket = await direct.connect(
    { path: "/ws?clientId=same", owner },
    {
      message(data) {
        if (typeof data === "string") messages.push(JSON.parse(data) as (typeof messages)[number]);
        for (const check of waiting) check();
      },
      close: () => undefined,
    },
  );
  const until = (type: string, promptId: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (messages.some((one) => one.type === type && one.data["prompt_id"] === promptId)) resolve();
      };
      waiting.add(check);
      check();
    });
  return { messages, until, socket };
}

it("an owner stops its own prompts only, and the other sees their places in the queue but nothing of them", async () => {
  const [anna, ben] = [await listen("anna"), await listen("ben")];
  const running = await submit("anna", 1);
  await anna.until("progress", running);
  const waiting = await submit("anna", 2);

  await ask("ben", "/interrupt", { prompt_id: running });
  await ask("ben", "/interrupt", {});
  await ask("ben", "/queue", { delete: [waiting], clear: true });
  expect((await ask("ben", `/api/jobs/${running}/cancel`, {})).body).toEqual({ cancelled: false });
  await ask("ben", "/history", { clear: true });
  expect(await gateway.backend().state(running)).toEqual({ state: "running" });
  expect(await gateway.backend().state(waiting)).toMatchObject({ state: "queued" });

  expect((await ask("ben", "/queue")).body).toEqual({
    queue_running: [[0, running, {}, {}, []]],
    queue_pending: [[1, waiting, {}, {}, []]],
  });
  expect((await ask("anna", "/queue")).body).toMatchObject({
    queue_running: [[0, running, { "3": { class_type: "KSampler" } }, { client_id: "same" }, ["9"]]],
    queue_pending: [[1, waiting, { "3": { class_type: "KSampler" } }, { client_id: "same" }, ["9"]]],
  });
  const taken = await ask("ben", "/prompt", { prompt: txt2img(), prompt_id: running });
  expect(taken).toMatchObject({ status: 400, body: { error: { type: "invalid_prompt_id" } } });
  const repeated = await ask("anna", "/prompt", { prompt: txt2img(), prompt_id: running });
  expect(repeated).toMatchObject({ status: 200, body: { prompt_id: running } });

  await ask("anna", "/queue", { delete: [running, waiting] });
  expect(await gateway.backend().state(running)).toEqual({ state: "running" });
  expect(await gateway.backend().state(waiting)).toEqual({ state: "unknown" });
  await ask("anna", "/interrupt", {});
  await anna.until("execution_interrupted", running);
  expect((await ask("anna", `/history/${running}`)).body).toMatchObject({
    [running]: { status: { status_str: "error", completed: false } },
  });
  expect((await ask("ben", `/history/${running}`)).body).toEqual({});
  expect((await ask("ben", "/history")).body).toEqual({});
  expect(Object.keys((await ask("anna", "/history")).body)).toEqual([running]);
  const types = new Set(ben.messages.map(({ type }) => type));
  expect([...types]).toEqual(["status"]);
  await Promise.all([anna.socket.close(), ben.socket.close()]);
});
