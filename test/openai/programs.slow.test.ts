// The forms of programs, byte by byte as their sources send them: Open WebUI (routers/images.py) and LibreChat
// (OpenAIImageTools.js).

import { afterAll, describe, expect, it } from "vitest";
import { bytesOf, madeBy, png, startOpenAi, type OpenAiReply } from "./openai.test.support.js";

const api = await startOpenAi();
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

it("LibreChat edits an image with the form of its tool", async () => {
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
