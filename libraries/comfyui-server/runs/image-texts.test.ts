// The text chunks of saved images, exactly as Python writes them.
import { afterAll, expect, it } from "vitest";
import { readPngTextChunks } from "@pictor/images";
import { isEndOf, listen, submit, txt2img } from "../testing/wire.js";
import { startServer } from "../testing/start.js";

const server = await startServer();
const client = await listen(server, "client");
afterAll(async () => {
  await client.close();
  await server.close();
});

it("floats have a fraction, commas and colons a space, and non-ASCII characters are escaped", async () => {
  const graph = txt2img({ text: "käse", cfg: 7, prefix: "texts" });
  const more = { client_id: "client", extra_data: { extra_pnginfo: { workflow: { a: [1, 2] } } } };
  const { body } = await submit(server, graph, more);
  await client.until(isEndOf(body.prompt_id));
  const image = await fetch(`${server.url}view?filename=texts_00001_.png`);
  const texts = readPngTextChunks(Buffer.from(await image.arrayBuffer()));
  expect(texts["prompt"]).toContain(String.raw`"inputs": {"text": "k\u00e4se", "clip": ["4", 1]}`);
  expect(texts["prompt"]).toContain('"steps": 3, "cfg": 7.0,');
  expect(texts["workflow"]).toBe('{"a": [1, 2]}');
});
