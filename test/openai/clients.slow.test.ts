// OpenAI's own client for Node, unchanged, against Pictor.

import OpenAI, { toFile } from "openai";
import { afterAll, expect, it } from "vitest";
import { bytesOf, madeBy, png, startOpenAi } from "./openai.test.support.js";

const api = await startOpenAi();
const openai = new OpenAI({ baseURL: api.base, apiKey: api.test.server.token });
afterAll(() => api.close());

/** Settings that OpenAI's types do not have. */
const fast = { steps: 2, width: 64, height: 64 } as object;

it("lists and reads models", async () => {
  const ids: string[] = [];
  for await (const { id } of openai.models.list()) ids.push(id);
  expect(ids).toContain("txt2img");
  expect((await openai.models.retrieve("txt2img")).object).toBe("model");
});

it("generates images, with its bytes and its usage", async () => {
  const reply = await openai.images.generate({ model: "txt2img", prompt: "a kite", n: 2, ...fast });
  expect(reply.data?.length).toBe(2);
  expect(reply.usage?.total_tokens).toBe(0);
  expect(reply.created).toBeGreaterThan(1.7e9);
  expect(await madeBy(bytesOf(reply.data?.[0]?.b64_json))).toMatchObject({
    params: { prompt: "a kite", steps: 2 },
  });
});

it("streams partial images, and then the image", async () => {
  const stream = await openai.images.generate({
    model: "gpt-image-1",
    prompt: "a kite",
    stream: true,
    partial_images: 2,
    ...({ ...fast, steps: 40 } as object),
  });
  const seen: string[] = [];
  let final = "";
  for await (const event of stream) {
    seen.push(
      event.type === "image_generation.partial_image" ? `partial ${event.partial_image_index}` : event.type,
    );
    expect(bytesOf(event.b64_json).length).toBeGreaterThan(100);
    if (event.type === "image_generation.completed") final = event.b64_json;
  }
  expect(seen.at(-1)).toBe("image_generation.completed");
  expect(seen.slice(0, -1)).toEqual(["partial 0", "partial 1"].slice(0, seen.length - 1));
  expect(seen.length).toBeGreaterThan(1);
  expect(await madeBy(bytesOf(final))).toMatchObject({ params: { steps: 40 } });
});

it("edits an image with a mask, also as a stream", async () => {
  const image = await toFile(png(64, 64), "a.png", { type: "image/png" });
  const mask = await toFile(png(64, 64, true), "mask.png", { type: "image/png" });
  const request = { model: "img2img", image, mask, prompt: "a kite", ...({ steps: 2 } as object) };
  const reply = await openai.images.edit(request);
  expect(await madeBy(bytesOf(reply.data?.[0]?.b64_json))).toMatchObject({ workflow: "img2img" });
  const seen: string[] = [];
  for await (const { type } of await openai.images.edit({ ...request, stream: true })) seen.push(type);
  expect(seen).toEqual(["image_edit.completed"]);
});

it("throws the errors of OpenAI: of a token, of a model, of a setting, and in a stream", async () => {
  const stranger = new OpenAI({ baseURL: api.base, apiKey: "wrong" });
  await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  const ask = (more: object) => openai.images.generate({ prompt: "x", ...more });
  await expect(ask({ model: "none" })).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  await expect(ask({ steps: 0 })).rejects.toMatchObject({
    status: 400,
    code: "SETTINGS_INVALID",
    param: "steps",
  });
  await expect(ask({ steps: 0, stream: true })).rejects.toMatchObject({ status: 400, param: "steps" });
});
