// Output nodes that give no file: texts, images that come over the socket, and nodes that report nothing at all.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { JobEvent } from "@pictor/host";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";
import { createBuiltinPictor } from "./builtins.test.support.js";

/** Saves on the server and reports nothing, as VAESave does. */
const QuietSave = { input: { required: { image: ["IMAGE"] } }, output_node: true } as const;

let folder: string;
/** The folder of the graphs. */
const inputs = createTestFolder();
const server = await startEmbeddedServer({
  classes: { QuietSave: { ...QuietSave, python_module: "custom_nodes.quiet" } },
});
const pictor = await createBuiltinPictor({
  defaultBackends: [{ name: "own", settings: { kind: "remote", baseUrl: server.url } }],
});
afterAll(async () => {
  await pictor.dispose();
  await server.close();
});
beforeEach(() => void (folder = createTestFolder()));

/** Each color is another graph, whose results are in no cache. */
let color = 0;
const picture = () => ({
  class_type: "EmptyImage",
  inputs: { width: 16, height: 16, batch_size: 2, color: color++ },
});
const images = ["1", 0] as const;

async function generate(nodes: Readonly<Record<string, object>>, more: { readonly savesTexts?: true } = {}) {
  const graph = join(inputs, `${color}.json`);
  writeFileSync(graph, JSON.stringify({ 1: picture(), ...nodes }));
  const generation = pictor.generate({ workflow: "custom", params: { graph }, directory: folder, ...more });
  const texts: JobEvent[] = [];
  for await (const event of generation.events) if (event.type === "text") texts.push(event);
  const { status, outputs, problems } = await generation.result;
  const { error } = (await generation.result) as { readonly error?: unknown };
  return { status, error, outputs, texts, problems: problems.map(({ code }) => code) };
}

describe("a node that reports no output, as VAESave does", () => {
  it("is no problem beside an image", async () => {
    const save = { class_type: "SaveImage", inputs: { images, filename_prefix: "a" } };
    const done = await generate({ 2: { class_type: "QuietSave", inputs: { image: images } }, 3: save });
    expect(done).toMatchObject({ status: "finished", problems: [] });
    expect(done.outputs).toHaveLength(2);
  });

  it("is no problem alone", async () => {
    const done = await generate({ 2: { class_type: "QuietSave", inputs: { image: images } } });
    expect(done).toMatchObject({ status: "finished", outputs: [], problems: [] });
  });
});

describe("a displayed text", () => {
  const show = { 2: { class_type: "PreviewAny", inputs: { source: "a\nlighthouse" } } };

  it("is an event and no file", async () => {
    const done = await generate(show);
    expect(done).toMatchObject({ status: "finished", outputs: [], problems: [] });
    expect(done.texts).toMatchObject([{ node: "2", text: "a\nlighthouse", batch: 0 }]);
  });

  it("is an event, too, where it comes from the server's cache", async () => {
    expect((await generate(show)).texts).toHaveLength(1);
  });

  it("is saved on request", async () => {
    const done = await generate(show, { savesTexts: true });
    expect(done).toMatchObject({ status: "finished", problems: [], outputs: [{ mime: "text/plain" }] });
    const path = done.outputs[0]?.path ?? "";
    expect([path.endsWith(".txt"), readFileSync(path, "utf8")]).toEqual([true, "a\nlighthouse"]);
  });

  it("is shown by the command, and saved with --save-text", async () => {
    const file = join(folder, "graph.json");
    writeFileSync(file, JSON.stringify(show));
    const words = ["generate", "custom", "--set", `graph=${file}`, "--backend", "embedded", "--out", folder];
    const streams = fakeStreams(false, { ...userVariables(folder), PATH: "" });
    expect(await run([...words, "--save-text"], streams)).toBe(0);
    expect(streams.written.err).toContain("Text of node 2: a\nlighthouse");
    expect(streams.written.out.trim()).toMatch(/\.txt$/);
  });
});

it("images that come over the socket are saved", async () => {
  const done = await generate({ 2: { class_type: "SaveImageWebsocket", inputs: { images } } });
  expect(done).toMatchObject({ status: "finished", problems: [] });
  expect(done.outputs.map(({ place, mime }) => [place, mime])).toEqual([
    [0, "image/png"],
    [1, "image/png"],
  ]);
  const saved = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString("latin1", 1, 4));
  expect(saved).toEqual(["PNG", "PNG"]);
});
