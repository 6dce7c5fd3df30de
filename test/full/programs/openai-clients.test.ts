// Clients of OpenAI's images API, unchanged, against Pictor's.

import { describe, expect, it } from "vitest";
import { hasPackage, openWorkplace, runNode, wellDone, type Variables } from "./programs.test.support.js";

const programs: Readonly<Record<string, string>> = {
  openai: `
import OpenAI from "openai";
const client = new OpenAI({ baseURL: process.env.OPENAI, apiKey: process.env.TOKEN });
const { data } = await client.images.generate({ model: "txt2img", prompt: "a kite", size: "64x64" });
const wrong = await new OpenAI({ baseURL: process.env.OPENAI, apiKey: "wrong", maxRetries: 0 }).models.list().catch((error) => error);
console.log("\\n" + JSON.stringify({ image: Buffer.from(data[0].b64_json, "base64").toString("hex", 0, 4), refused: wrong.status === 401 }));`,
  "@ai-sdk/openai-compatible": `
import { generateImage } from "ai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
const provider = createOpenAICompatible({ name: "pictor", baseURL: process.env.OPENAI, apiKey: process.env.TOKEN });
const { image } = await generateImage({ model: provider.imageModel("txt2img"), prompt: "a kite", size: "64x64" });
console.log("\\n" + JSON.stringify({ image: Buffer.from(image.uint8Array).toString("hex", 0, 4) }));`,
  "@ai-sdk/openai": `
import { generateImage } from "ai";
import { createOpenAI } from "@ai-sdk/openai";
const provider = createOpenAI({ baseURL: process.env.OPENAI, apiKey: process.env.TOKEN });
const { image } = await generateImage({ model: provider.image("txt2img"), prompt: "a kite", size: "64x64" });
console.log("\\n" + JSON.stringify({ image: Buffer.from(image.uint8Array).toString("hex", 0, 4) }));`,
  "@langchain/openai": `
import { DallEAPIWrapper } from "@langchain/openai";
const tool = new DallEAPIWrapper({
  ...{ apiKey: process.env.TOKEN, baseUrl: process.env.OPENAI, model: "txt2img" },
  ...{ dallEResponseFormat: "b64_json", size: "64x64" },
});
const text = JSON.stringify(await tool.invoke("a kite"));
const data = /iVBORw0KGgo[A-Za-z0-9+/=]*/.exec(text)[0];
console.log("\\n" + JSON.stringify({ image: Buffer.from(data, "base64").toString("hex", 0, 4) }));`,
};

const place = openWorkplace();

const variables = (): Variables => ({
  OPENAI: `${place.test.server.url}/openai/v1`,
  TOKEN: place.test.server.token,
});

describe.each(Object.entries(programs))("%s", (name, script) => {
  it.skipIf(!hasPackage(name))("makes an image", async () => {
    const found = await runNode(script, variables());
    expect(found).toEqual(wellDone(found));
  });
});
