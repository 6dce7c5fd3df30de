// Each argument of generate_image and regenerate_image, both ways, with the metadata of the image as the judge.

import { afterAll, describe, expect, it } from "vitest";
import { readImageMetadata, type ProjectRecord } from "@pictor/image-metadata";
import { startTestServer } from "../../server/testing/start-server.js";
import { connectMcp, type Called } from "./mcp-server.test.support.js";

const test = await startTestServer();
const mcp = await connectMcp(test);
afterAll(async () => {
  await mcp.close();
  await test.close();
});

const base = {
  prompt: "a pier",
  width: 64,
  height: 64,
  steps: 1,
  seed: "1",
  backend: "embedded",
  image: "none",
};

interface Judged {
  readonly record: ProjectRecord;
  readonly size: readonly [number, number];
  readonly uri: string;
}

/** What the file of an output says, read without the MCP server. */
async function judge({ data, text, isError }: Called, index = 0): Promise<Judged> {
  expect([isError, isError ? text : ""]).toEqual([false, ""]);
  const job = String(data["job"]);
  const { bytes } = await test.call("GET", `/v1/jobs/${job}/outputs/${index}`);
  const { record, width, height } = await readImageMetadata(
    (async function* () {
      yield bytes;
    })(),
  );
  return { record: record!, size: [width ?? 0, height ?? 0], uri: `pictor://jobs/${job}/outputs/${index}` };
}
const generate = (args: Record<string, unknown>) => mcp.call("generate_image", { ...base, ...args });

type Row = readonly [argument: string, args: Record<string, unknown>, params: Record<string, unknown>];
const rows: readonly Row[] = [
  ["prompt", { prompt: "ein Käse 🧀" }, { prompt: "ein Käse 🧀" }],
  ["negative_prompt", { negative_prompt: "people" }, { negative: "people" }],
  ["width", { width: 128 }, { width: 128, height: 64 }],
  ["seed as text", { seed: "18446744073709551615" }, { seed: "18446744073709551615" }],
  ["seed as number", { seed: 42 }, { seed: "42" }],
  ["settings.cfg", { settings: { cfg: 2.5 } }, { cfg: 2.5 }],
  ["settings.sampler", { settings: { sampler: "dpmpp_2m" } }, { sampler: "dpmpp_2m" }],
  ["settings.clipSkip", { settings: { clipSkip: 2 } }, { clipSkip: 2 }],
];

describe("generate_image", () => {
  it.each(rows)(
    "%s is in the record of the image, and describe_image returns it",
    async (_name, args, params) => {
      const { record, size, uri } = await judge(await generate(args));
      expect(record).toMatchObject({ workflow: "txt2img", params });
      const { width = 64, height = 64 } = params;
      expect(size).toEqual([width, height]);
      const { data } = await mcp.call("describe_image", { image: uri });
      expect(data).toMatchObject({ workflow: "txt2img", settings: record.params, source: "record" });
    },
  );

  it("model is the one that list_choices has shown", async () => {
    const { data } = await mcp.call("list_choices", { backend: "embedded" });
    const model = (data["choices"] as readonly string[]).at(-1);
    expect((await judge(await generate({ model }))).record.params).toMatchObject({ model });
  });

  it("features are applied with their settings", async () => {
    const features = [{ id: "hires-fix", settings: { scale: 1.5 } }];
    const { record, size } = await judge(await generate({ features }));
    expect(record.features).toMatchObject(features);
    expect(size).toEqual([96, 96]);
  });

  it("count makes images with the following seeds", async () => {
    const called = await generate({ seed: 7, count: 2 });
    const seeds = [await judge(called, 0), await judge(called, 1)].map(({ record }) => record.seed);
    expect(seeds).toEqual(["7", "8"]);
    expect((called.data["images"] as readonly { readonly seed: string }[]).map(({ seed }) => seed)).toEqual(
      seeds,
    );
  });

  it("backend and workflow are those of the record", async () => {
    const first = await judge(await generate({ prompt: "first" }));
    const args = { workflow: "img2img", prompt: "second", settings: { image: first.uri, denoise: 0.4 } };
    const { width: _width, height: _height, ...rest } = base;
    const { record } = await judge(await mcp.call("generate_image", { ...rest, ...args }));
    expect(record).toMatchObject({
      workflow: "img2img",
      params: { prompt: "second", denoise: 0.4 },
      backend: { name: "embedded" },
    });
  });
});

const changes: readonly Row[] = [
  ["nothing", {}, {}],
  ["seed", { seed: "9" }, { seed: "9" }],
  ["changes", { changes: { steps: 2, prompt: "a pier at night" } }, { steps: 2, prompt: "a pier at night" }],
  ["a reset", { changes: { negative: null } }, { negative: "" }],
];
it.each(changes)("regenerate_image with %s keeps the rest of the record", async (_name, args, params) => {
  const first = await judge(await generate({ negative_prompt: "fog", settings: { cfg: 3 } }));
  const again = await mcp.call("regenerate_image", {
    image: first.uri,
    backend: "embedded",
    show: "none",
    ...args,
  });
  const { record } = await judge(again);
  expect(record.params).toEqual({ ...first.record.params, ...params });
});
