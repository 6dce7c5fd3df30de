// Every field of OpenAI's images API that is mapped, with the record in the image as the judge.

import { afterAll, describe, expect, it } from "vitest";
import { readImageMetadata } from "@pictor/image-metadata";
import { foreignTexts, oneChunk, textsIn } from "../foreign-texts.test.support.js";
import { bytesOf, madeBy, small, startOpenAi } from "./openai.test.support.js";

const api = await startOpenAi();
afterAll(() => api.close());

/** Lists in lists. */
function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

const generate = (body: object) => api.post("images/generations", { prompt: "a kite", ...small, ...body });

describe("a prompt is plain text, which the backend gets as it is:", () => {
  it.each(foreignTexts)("%s", async (_name, text) => {
    const { status, body } = await generate({ prompt: text, negative_prompt: text });
    expect([status, body.pictor.notes]).toEqual([200, []]);
    const { prompt: graph = "" } = await readImageMetadata(oneChunk(bytesOf(body.data[0]?.b64_json)));
    expect(textsIn(graph)).toEqual([text, text]);
  });

  it("a tag that loads no file is named in a note", async () => {
    const { body } = await generate({ prompt: "a kite <lora:simulated-winter:0.5>" });
    expect(body.pictor.notes).toEqual([
      "prompt: <lora:simulated-winter:0.5> is plain text here, and loads no file.",
    ]);
  });
});

describe("a field is the setting in the record of the image:", () => {
  const cases: readonly (readonly [string, object, object])[] = [
    ["prompt", { prompt: "a red kite" }, { params: { prompt: "a red kite" } }],
    ["negative_prompt", { negative_prompt: "rain" }, { params: { negative: "rain" } }],
    ["size", { size: "96x64" }, { width: 96, height: 64, params: { width: 96, height: 64 } }],
    ["width and height", { size: "auto", width: 64, height: 96 }, { width: 64, height: 96 }],
    ["steps", { steps: 3 }, { params: { steps: 3 } }],
    ["cfg", { cfg: 4.5 }, { params: { cfg: 4.5 } }],
    ["sampler", { sampler: "dpmpp_2m" }, { params: { sampler: "dpmpp_2m" } }],
    ["seed as a number", { seed: 7 }, { params: { seed: "7" } }],
    ["seed as a text", { seed: "18446744073709551615" }, { params: { seed: "18446744073709551615" } }],
    ["model", { model: "txt2img" }, { workflow: "txt2img" }],
    ["output_format jpeg", { output_format: "jpeg", steps: 3 }, { format: "jpeg", params: { steps: 3 } }],
    [
      "output_format webp and output_compression",
      { output_format: "webp", output_compression: 50, steps: 3 },
      { format: "webp", params: { steps: 3 } },
    ],
    ["a null, which is absent", { seed: null, quality: null, user: null }, { format: "png" }],
  ];
  it.each(cases)("%s", async (_name, fields, expected) => {
    const { status, body } = await generate(fields);
    expect([status, body.error, body.pictor.notes]).toEqual([200, undefined, []]);
    const made = await madeBy(bytesOf(body.data[0]?.b64_json));
    expect(made).toMatchObject(expected);
    expect(body["output_format"]).toBe(made.format);
    expect(body["size"]).toBe(`${made.width}x${made.height}`);
    expect(body.pictor.seeds).toEqual([made.seed]);
  });

  it("n, with a seed for each image", async () => {
    const { body } = await generate({ n: 2, seed: 40 });
    const made = await Promise.all(body.data.map(({ b64_json }) => madeBy(bytesOf(b64_json))));
    expect(made.map(({ seed }) => seed)).toEqual(["40", "41"]);
    expect(body.pictor.seeds).toEqual(["40", "41"]);
  });

  it("model as a preset, whose settings count where the request has none", async () => {
    const params = { negative: "fog", cfg: 3, steps: 4, seed: "5" };
    const preset = { workflow: "txt2img", backend: "embedded", params, count: 2, seed: "fixed" };
    await api.test.call("PUT", "/v1/presets/my%20kite", { body: preset });
    const { body } = await generate({ model: "preset:my kite" });
    expect([body.pictor.model, body.data.length]).toEqual(["preset:my kite", 2]);
    const made = await madeBy(bytesOf(body.data[0]?.b64_json));
    expect(made.params).toMatchObject({ prompt: "a kite", negative: "fog", cfg: 3, steps: 2 });
    expect(body.pictor.seeds).toEqual(["5", "6"]);
  });
});

describe("response_format", () => {
  it("url is an address that works without a token", async () => {
    const { body } = await generate({ response_format: "url", steps: 3 });
    const address = body.data[0]?.url ?? "";
    expect(address.startsWith(api.test.server.url)).toBe(true);
    const image = await fetch(address);
    expect(image.headers.get("content-type")).toBe("image/png");
    expect(await madeBy(new Uint8Array(await image.arrayBuffer()))).toMatchObject({ params: { steps: 3 } });
  });

  it("is url for a DALL-E model, and b64_json for other models, as with OpenAI", async () => {
    const keys = async (model: string) => Object.keys((await generate({ model })).body.data[0] ?? {});
    expect(await keys("dall-e-3")).toEqual(["url"]);
    expect(await keys("gpt-image-1")).toEqual(["b64_json"]);
  });
});

it("a model of OpenAI and fields without effect are named in the reply", async () => {
  const { body } = await generate({
    model: "gpt-image-1",
    quality: "high",
    style: "vivid",
    moderation: "low",
    user: "u1",
  });
  expect(body.pictor).toMatchObject({ model: "txt2img" });
  expect(body.pictor.notes.map((note) => note.split(":", 1)[0])).toEqual([
    ...["model", "quality", "style", "moderation", "user"],
  ]);
});

describe("a request is refused in OpenAI's shape, and names the field:", () => {
  const cases: readonly (readonly [string, object, number, string, string | null])[] = [
    ["an unknown field", { stepps: 3 }, 400, "OPENAI_PARAMETER_UNKNOWN", "stepps"],
    [
      "a field with the name of a member of objects",
      { constructor: 1 },
      400,
      "OPENAI_PARAMETER_UNKNOWN",
      "constructor",
    ],
    ["a value with many levels", { negative_prompt: nested(200) }, 400, "OPENAI_BODY_INVALID", null],
    ["no prompt", { prompt: "" }, 400, "OPENAI_PARAMETER_INVALID", "prompt"],
    ["an unknown model", { model: "txt2im" }, 404, "OPENAI_MODEL_UNKNOWN", "model"],
    ["an unknown preset", { model: "preset:none" }, 404, "OPENAI_MODEL_UNKNOWN", "model"],
    ["a model that needs an image", { model: "img2img" }, 400, "OPENAI_MODEL_UNFIT", "model"],
    ["a model for videos", { model: "wan-text-to-video" }, 404, "OPENAI_MODEL_UNKNOWN", "model"],
    ["too many images", { n: 11 }, 400, "OPENAI_PARAMETER_INVALID", "n"],
    ["a size that is none", { size: "large" }, 400, "OPENAI_PARAMETER_INVALID", "size"],
    ["a size beyond the limits", { size: "9999999x64" }, 400, "SETTINGS_INVALID", "size"],
    ["a size given twice", { width: 64 }, 400, "OPENAI_PARAMETER_INVALID", "width"],
    ["steps beyond the limits", { steps: 99_999 }, 400, "SETTINGS_INVALID", "steps"],
    ["a setting of another type", { cfg: "much" }, 400, "SETTINGS_INVALID", "cfg"],
    ["a seed that has lost digits", { seed: 2 ** 60 }, 400, "OPENAI_PARAMETER_INVALID", "seed"],
    ["a sampler that the backend lacks", { sampler: "none" }, 400, "GRAPH_INVALID", "sampler"],
    [
      "a transparent background",
      { background: "transparent" },
      400,
      "OPENAI_PARAMETER_INVALID",
      "background",
    ],
    [
      "a format for an address",
      { response_format: "url", output_format: "webp" },
      400,
      "OPENAI_PARAMETER_INVALID",
      "output_format",
    ],
    ["a compressed PNG", { output_compression: 50 }, 400, "OPENAI_PARAMETER_INVALID", "output_compression"],
    ["a refusal of a stream", { stream: true, steps: 99_999 }, 400, "SETTINGS_INVALID", "steps"],
  ];
  it.each(cases)("%s", async (_name, fields, status, code, param) => {
    const reply = await generate(fields);
    expect([reply.status, reply.body.error?.code, reply.body.error?.type]).toEqual([
      status,
      code,
      "invalid_request_error",
    ]);
    expect(reply.body.error?.param).toBe(param);
    expect(reply.body.error?.message).toMatch(/^\S.*\.$/s);
  });

  it("a refused token", async () => {
    const { status, body } = await api.post("images/generations", { prompt: "x" }, "wrong");
    expect([status, body.error?.code, body.error?.param]).toEqual([401, "API_CREDENTIAL_REFUSED", null]);
  });

  it("a body that is no JSON, another route, another method", async () => {
    const ask = async (method: string, path: string, body?: string) => {
      const headers = {
        Authorization: `Bearer ${api.test.server.token}`,
        "Content-Type": "application/json",
      };
      const reply = await fetch(`${api.base}/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      return [reply.status, ((await reply.json()) as { error: { code: string } }).error.code];
    };
    expect(await ask("POST", "images/generations", "{")).toEqual([400, "OPENAI_BODY_INVALID"]);
    expect(await ask("POST", "images/edits", "{}")).toEqual([415, "OPENAI_BODY_INVALID"]);
    expect(await ask("POST", "images/variations", "{}")).toEqual([404, "OPENAI_ROUTE_UNKNOWN"]);
    expect(await ask("DELETE", "models")).toEqual([404, "OPENAI_ROUTE_UNKNOWN"]);
  });
});
