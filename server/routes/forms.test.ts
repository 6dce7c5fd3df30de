// Presets, and values for open forms.

import { afterAll, expect, it } from "vitest";
import { createClient, type StreamedEvent } from "@pictor/client";
import { startTestServer } from "../testing/start-server.js";

const test = await startTestServer();
const { token } = await test.createToken("eve", ["generate"]);
afterAll(() => test.close());

const put = (name: string, body: unknown, as?: string) =>
  test.call("PUT", `/v1/presets/${encodeURIComponent(name)}`, { body, ...(as && { token: as }) });

const form = {
  workflow: "txt2img",
  params: { prompt: "a kite", seed: "18446744073709551615" },
  features: [{ id: "lora", settings: { name: "detail", strength: 0.5 } }],
  backend: "embedded",
  count: 2,
  seed: "increment",
};

it("an owned preset is changed and deleted by its token and by those with the scope admin alone", async () => {
  const { token: other } = await test.createToken("bob", ["generate"]);
  const remove = (as?: string) =>
    test.call("DELETE", "/v1/presets/mine", as === undefined ? {} : { token: as });
  const owner = (await put("mine", { ...form, owned: true }, token)).json()["owner"];
  expect(owner).toBeTypeOf("string");
  for (const reply of [
    await put("mine", form, other),
    await put("mine", { ...form, owned: true }, other),
    await remove(other),
  ])
    expect([reply.status, reply.json()["code"]]).toEqual([403, "PRESET_OWNED"]);
  expect((await put("mine", form, token)).json()["owner"]).toBe(owner);
  // The person's own panel changes it, and it stays the token's.
  expect((await put("mine", { ...form, count: 3 })).json()).toMatchObject({ owner, count: 3 });
  expect((await remove(token)).status).toBe(200);
  await put("mine", { ...form, owned: true }, token);
  expect((await remove()).status).toBe(200);
});

it("a preset is saved, listed, read and deleted", async () => {
  const saved = (await put("my köite", { ...form, description: "For kites" })).json();
  expect(saved).toEqual({
    name: "my köite",
    description: "For kites",
    savedAtMs: expect.any(Number) as unknown,
    ...form,
  });
  expect((await test.call("GET", "/v1/presets/my%20k%C3%B6ite")).json()).toEqual(saved);
  const { presets } = (await test.call("GET", "/v1/presets")).json();
  expect(presets).toMatchObject([{ name: "my köite", description: "For kites", workflow: "txt2img" }]);
  expect((await test.call("DELETE", "/v1/presets/my%20k%C3%B6ite")).status).toBe(200);
  expect(await test.codeOf("GET", "/v1/presets/my%20k%C3%B6ite")).toEqual([404, "PRESET_UNKNOWN"]);
});

it("what a preset leaves out has a default, and an incomplete form can be saved", async () => {
  expect((await put("empty", { workflow: "img2img" })).json()).toMatchObject({
    params: {},
    features: [],
    count: 1,
    seed: "random",
  });
});

it.each([
  [{ workflow: "txt2imgg" }, "#/workflow"],
  [{ workflow: "txt2img", params: { promt: "a" } }, "#/params/promt"],
  [{ workflow: "txt2img", params: { width: "wide", height: "high" } }, "#/params/width", "#/params/height"],
  [{ workflow: "txt2img", features: [{ id: "none" }] }, "#/features/0/id"],
  [{ workflow: "txt2img", features: [{ id: "lora", settings: { loras: 7 } }] }, "#/features/0/settings"],
  [{ workflow: "txt2img", seed: "other" }, "#/seed"],
])("the preset %j is refused, with the place of each wrong value", async (body, ...places) => {
  const reply = await put("wrong", body);
  expect([reply.status, reply.json()["code"]]).toEqual([422, "API_INPUT_INVALID"]);
  const problems = places.map((pointer) => ({ pointer }));
  expect(reply.json()["details"]).toMatchObject({ pointer: places[0], problems });
});

it("a file of the server's machine in a form needs the scope admin, also without a workflow", async () => {
  const body = { workflow: "img2img", params: { image: "/etc/hosts" } };
  expect((await put("file", body, token)).json()["code"]).toBe("API_PATH_REFUSED");
  const recalled = await test.call("POST", "/v1/recall", { body: { params: body.params }, token });
  expect(recalled.json()["code"]).toBe("API_PATH_REFUSED");
  expect((await put("file", body)).status).toBe(200);
});

it("so does a text of a binding, for which a workflow looks as for a file", async () => {
  const bindings = { "LoadImage.image": "keys/private.png" };
  const body = { workflow: "custom", params: { bindings } };
  expect((await put("bound", body, token)).json()["code"]).toBe("API_PATH_REFUSED");
  const recalled = await test.call("POST", "/v1/recall", { body: { params: { bindings } }, token });
  expect(recalled.json()["code"]).toBe("API_PATH_REFUSED");
  const numbers = { workflow: "custom", params: { bindings: { "KSampler.steps": 5 } } };
  expect((await put("bound", numbers, token)).status).toBe(200);
  expect((await put("bound", body)).status).toBe(200);
});

it("an upload that a preset names must exist", async () => {
  const body = { workflow: "img2img", params: { image: { $upload: "0".repeat(64) } } };
  expect((await put("upload", body, token)).json()["code"]).toBe("API_UPLOAD_UNKNOWN");
});

it.each([[{}], [{ params: { nosuch: 1 } }], [{ workflow: "none" }], [{ params: { steps: 3 }, more: 1 }]])(
  "the values %j cannot be recalled",
  async (body) => {
    expect(await test.codeOf("POST", "/v1/recall", { body })).toEqual([422, "API_INPUT_INVALID"]);
  },
);

it("recalled values, changed presets and changed backends reach every client as events", async () => {
  const client = createClient({ url: test.server.url, token: test.server.token, events: "server-sent" });
  const seen: StreamedEvent[] = [];
  let end = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (end = resolve));
  const live = client.connect({
    onEvent: (event) => {
      seen.push(event);
      if (event.type === "backend" && event.change === "removed") end();
    },
  });
  await new Promise<void>((resolve) => live.subscribe(() => resolve()));
  const values = { params: { prompt: "a boat", seed: "7" }, count: 3 };
  const { seq } = await createClient({ url: test.server.url, token }).calls.recall({ body: values });
  await client.calls.deletePreset({ params: { name: "empty" } });
  await client.calls.saveBackend({ params: { name: "studio" }, body: { kind: "embedded" } });
  await client.calls.deleteBackend({ params: { name: "studio" } });
  await wanted;
  live.close();
  expect(seen).toMatchObject([
    { type: "recall", seq, form: values, by: "eve" },
    { type: "preset", name: "empty", change: "deleted" },
    { type: "backend", name: "studio", change: "saved", backend: { kind: "embedded" } },
    { type: "backend", name: "studio", change: "removed" },
  ]);
});
