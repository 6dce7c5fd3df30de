// The requests of programs, field by field as their sources send them: Open WebUI (routers/images.py) and LibreChat
// (OpenAIImageTools.js and DALLE3.js).

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bytesOf,
  madeBy,
  png,
  startOpenAi,
  type OpenAiReply,
  type OpenAiServer,
} from "./openai.test.support.js";

let api: OpenAiServer;
beforeAll(async () => {
  api = await startOpenAi();
  const params = { width: 64, height: 64, steps: 2 };
  await api.test.call("PUT", "/v1/presets/chat", { body: { workflow: "txt2img", params } });
});
afterAll(() => api.close());

interface Part {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The lines of the part beside its name, such as its Content-Type. */
  readonly lines?: readonly string[];
  readonly filename?: string;
}

/** A form as bytes, because its headers differ from program to program. */
function formBody(parts: readonly Part[], boundary: string): Buffer {
  const written = parts.map(({ name, content, lines = [], filename }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const head = [`--${boundary}`, `Content-Disposition: form-data; name="${name}"${file}`, ...lines];
    return Buffer.concat([
      Buffer.from(`${head.join("\r\n")}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]);
  });
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

async function send(path: string, type: string, body: string | Buffer): Promise<OpenAiReply["body"]> {
  const headers = { Authorization: `Bearer ${api.test.server.token}`, "Content-Type": type };
  const reply = await fetch(`${api.base}${path}`, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : Uint8Array.from(body),
  });
  const json = (await reply.json()) as OpenAiReply["body"];
  expect([reply.status, json.error]).toEqual([200, undefined]);
  return json;
}
const sendJson = (body: object, query = "") =>
  send(`/images/generations${query}`, "application/json", JSON.stringify(body));

describe("Open WebUI", () => {
  const texts = (fields: Readonly<Record<string, string>>): readonly Part[] =>
    Object.entries(fields).map(([name, content]) => ({
      name,
      content,
      lines: ["Content-Type: text/plain; charset=utf-8"],
    }));
  const image = (name: string): Part => ({
    name,
    content: png(64, 64),
    filename: "6b0b6f4e-1f0e-4c66-9e1d-3f3a4d1b7a11.png",
    lines: ["Content-Type: image/png"],
  });
  const edit = (parts: readonly Part[]) =>
    send("/images/edits", "multipart/form-data; boundary=5b2d4a", formBody(parts, "5b2d4a"));

  it("generates with its default model, its size, and the additional parameters of its settings", async () => {
    const fields = { model: "dall-e-2", prompt: "a kite", n: 1, size: "64x64", response_format: "b64_json" };
    const body = await sendJson({ ...fields, steps: 3, negative_prompt: "rain" });
    const { params, width } = await madeBy(bytesOf(body.data[0]?.b64_json));
    expect([width, params]).toMatchObject([64, { prompt: "a kite", steps: 3, negative: "rain" }]);
  });

  it("generates with a preset, and with the version that Azure wants in the query", async () => {
    const fields = { model: "preset:chat", prompt: "a kite", n: 2, response_format: "b64_json" };
    const body = await sendJson(fields, "?api-version=2025-04-01-preview");
    expect([body.data.length, body.pictor.notes]).toEqual([2, []]);
  });

  it("generates without response_format for a model of OpenAI, and fetches an address with its token", async () => {
    const body = await sendJson({ model: "gpt-image-1", prompt: "a kite", n: 1, size: "64x64", steps: 2 });
    expect(body.data[0]).toHaveProperty("b64_json");
    const other = await sendJson({ model: "preset:chat", prompt: "a kite", n: 1, response_format: "url" });
    const headers = { Authorization: `Bearer ${api.test.server.token}` };
    const fetched = await fetch(other.data[0]?.url ?? "", { headers });
    expect([fetched.status, fetched.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("edits one image, with every field that it has", async () => {
    const fields = { model: "img2img", prompt: "a storm", n: "1", size: "64x64", background: "auto" };
    const body = await edit([...texts({ ...fields, response_format: "b64_json" }), image("image")]);
    expect(await madeBy(bytesOf(body.data[0]?.b64_json))).toMatchObject({ workflow: "img2img", width: 64 });
  });

  it("edits a list of images, without a model", async () => {
    const fields = { model: "", prompt: "a storm", response_format: "b64_json" };
    const body = await edit([...texts(fields), image("image[]")]);
    expect(body.pictor.model).toBe("img2img");
  });
});

describe("LibreChat", () => {
  it.each(["png", "webp", "jpeg"])("generates a %s with the fields of its tool", async (output_format) => {
    const fields = { model: "gpt-image-1", prompt: "a kite", n: 1, background: "auto", output_format };
    const compression = output_format === "png" ? {} : { output_compression: 100 };
    const body = await sendJson({ ...fields, ...compression, quality: "auto", size: "64x64" });
    const made = await madeBy(bytesOf(body.data[0]?.b64_json));
    expect([made.format, made.params["prompt"]]).toEqual([output_format, "a kite"]);
    expect(body.pictor.notes).toEqual(["model: gpt-image-1 is a model of OpenAI; txt2img was used."]);
  });

  it("edits an image with the form of its tool", async () => {
    const fields = { model: "gpt-image-1", prompt: "a storm", quality: "auto", size: "auto" };
    const boundary = "--------------------------538013462851902394713862";
    const file: Part = {
      name: "image[]",
      content: png(64, 64),
      filename: "kite.png",
      lines: ["Content-Type: image/png"],
    };
    const parts = [...Object.entries(fields).map(([name, content]): Part => ({ name, content })), file];
    const body = await send(
      "/images/edits",
      `multipart/form-data; boundary=${boundary}`,
      formBody(parts, boundary),
    );
    const made = await madeBy(bytesOf(body.data[0]?.b64_json));
    expect([made.workflow, made.params["prompt"]]).toEqual(["img2img", "a storm"]);
  });

  it("generates with the fields of its tool for DALL-E, and reads the address", async () => {
    const fields = { model: "dall-e-3", quality: "standard", style: "vivid", size: "64x64", n: 1 };
    const body = await sendJson({ ...fields, prompt: "a kite" });
    expect((await fetch(body.data[0]?.url ?? "")).status).toBe(200);
  });
});
