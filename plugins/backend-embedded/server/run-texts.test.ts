// What a picture says of its run, letter for letter as Python writes it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { pngTextsOf } from "../files/png-texts.js";
import { isEndOf, listen, submit, txt2img, type Listener } from "../testing/wire.test.support.js";
import { startEmbeddedServer, type EmbeddedServer } from "./start.js";

let server: EmbeddedServer;
let client: Listener;
beforeAll(async () => {
  server = await startEmbeddedServer();
  client = await listen(server, "client");
});
afterAll(async () => {
  await client.close();
  await server.close();
});

it("floats have a fraction, commas and colons a space, and what is not ASCII is escaped", async () => {
  const graph = txt2img({ text: "käse", cfg: 7, prefix: "texts" });
  const more = { client_id: "client", extra_data: { extra_pnginfo: { workflow: { a: [1, 2] } } } };
  const { body } = await submit(server, graph, more);
  await client.until(isEndOf(body.prompt_id));
  const picture = await fetch(`${server.url}view?filename=texts_00001_.png`);
  const texts = pngTextsOf(Buffer.from(await picture.arrayBuffer()));
  expect(texts["prompt"]).toContain(String.raw`"inputs": {"text": "k\u00e4se", "clip": ["4", 1]}`);
  expect(texts["prompt"]).toContain('"steps": 3, "cfg": 7.0,');
  expect(texts["workflow"]).toBe('{"a": [1, 2]}');
});
