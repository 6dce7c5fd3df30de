// A saved picture says enough to be made again: the same graph, and the same pixels, in every template.

import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringifyJson, type GenerateRequest, type Kernel } from "@pictor/kernel";
import { readPicture, requestFrom } from "@pictor/picture-metadata";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { run } from "../cli/run.js";
import { builtinKernel } from "./builtins.test.support.js";
import { fakeStreams } from "../cli/output/terminal.test.support.js";
import { imageBytes } from "./pixels.test.support.js";

let folder: string;
let kernel: Kernel;
/** Another backend: nothing comes from the first one's cache. */
let other: Kernel;
/** A picture to start from. */
let start: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pictor-again-"));
  vi.stubEnv("XDG_DATA_HOME", join(folder, "data"));
  vi.stubEnv("XDG_CONFIG_HOME", join(folder, "config"));
  [kernel, other] = await Promise.all([builtinKernel(), builtinKernel()]);
  start = (await made({ workflow: "txt2img", params: { ...tiny, seed: "1" } }))[0] ?? "";
  const { graphs } = await kernel.build({ workflow: "txt2img", params: { ...tiny, seed: "5" } });
  writeFileSync(join(folder, "graph.json"), stringifyJson(graphs[0]));
});
afterAll(async () => {
  await Promise.all([kernel.dispose(), other.dispose()]);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const tiny = { prompt: "a boat", width: 64, height: 64, steps: 2 };

/** Paths of what it saved. */
async function made(request: GenerateRequest, on = kernel): Promise<readonly string[]> {
  const result = await on.generate({ ...request, backend: "embedded", directory: folder }).result;
  if ("error" in result) throw result.error;
  expect(result.problems).toEqual([]);
  return result.outputs.flatMap(({ path }) => (path === undefined ? [] : [path]));
}

async function again(path: string): Promise<string> {
  const found = requestFrom(await readPicture(createReadStream(path)), path);
  if (!("request" in found)) throw new Error(found.refusal.reason);
  expect(found.request).toMatchObject({ kind: "record", notes: [] });
  const paths = await made(found.request, other);
  expect(paths).toHaveLength(1);
  return paths[0] ?? "";
}

const graphOf = async (path: string): Promise<unknown> =>
  JSON.parse((await readPicture(createReadStream(path))).prompt ?? "null");
const pixelsOf = (path: string): string => imageBytes(readFileSync(path)).toString("hex");

interface Template {
  readonly name: string;
  readonly request: () => GenerateRequest;
}
const short = { ...tiny, frames: 5 };
const template = (
  workflow: string,
  params: () => object,
  features: GenerateRequest["features"] = [],
): Template => ({
  name: [workflow, ...features.map(({ id }) => id)].join(" + "),
  request: () => ({ workflow, params: params() as NonNullable<GenerateRequest["params"]>, features }),
});
const choices = "a {red|grün|blau} boat, 船, <lora:simulated-winter:0.5> \u{1f98a}";

const templates: readonly Template[] = [
  template("txt2img", () => ({ ...tiny, prompt: choices, negative: "été" })),
  template("txt2img", () => ({ ...tiny, steps: 3 }), [
    { id: "freeu" },
    { id: "hires-fix", settings: { scale: 1.5, steps: 2 } },
    { id: "upscaler", settings: { scale: 0.5 } },
  ]),
  template("img2img", () => ({ ...tiny, image: start, denoise: 0.5 })),
  template("img2img", () => ({ ...tiny, image: start, mask: start, denoise: 0.5 })),
  template("upscale", () => ({ image: start, scale: 1.5, sharpen: true })),
  template("svd", () => ({
    width: 64,
    height: 64,
    steps: 2,
    frames: 5,
    image: start,
    model: "simulated-landscape.safetensors",
  })),
  template("flux", () => tiny),
  template("wan-text-to-video", () => short),
  template("wan-image-to-video", () => ({ ...short, image: start })),
  template("flux-kontext", () => ({ ...tiny, images: [start] })),
  template("flux2-klein", () => ({ ...tiny, images: [start] })),
  template("qwen-image-edit", () => ({ ...tiny, images: [start] })),
  template("custom", () => ({ graph: join(folder, "graph.json") })),
  template("custom", () => ({ graph: join(folder, "graph.json"), prompt: "a moose", seed: "77" })),
];

describe("made again from the saved picture", () => {
  it.each(templates)("$name", async ({ request }) => {
    const [first = "", ...more] = await made(request());
    expect(more).toEqual([]);
    const second = await again(first);
    expect(await graphOf(second)).toEqual(await graphOf(first));
    expect(pixelsOf(second)).toBe(pixelsOf(first));
  });

  it("each picture of a batch, and of several batches, alone", async () => {
    const paths = await made({
      workflow: "txt2img",
      params: { ...tiny, prompt: choices, batchSize: 3 },
      count: 2,
    });
    expect(paths).toHaveLength(6);
    expect(new Set(paths.map(pixelsOf)).size).toBe(6);
    for (const path of paths) expect(pixelsOf(await again(path))).toBe(pixelsOf(path));
  });
});

describe("pictor generate --from", () => {
  const pictor = async (...given: readonly string[]) => {
    const { written, ...streams } = fakeStreams(false, { ...process.env });
    const code = await run([...given], streams);
    return { code, ...written };
  };
  const saved = (name: string, value: object): string => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };

  it("makes the picture again, or another with what is changed", async () => {
    const [first = ""] = await made({ workflow: "txt2img", params: { ...tiny, seed: "11" } });
    const more = ["--backend", "embedded", "--out", folder];
    const same = await pictor("generate", "--from", first, ...more);
    expect({ code: same.code, pixels: pixelsOf(same.out.trim()) }).toEqual({
      code: 0,
      pixels: pixelsOf(first),
    });
    const changed = await pictor("generate", "--from", first, "--seed", "12", ...more);
    expect(pixelsOf(changed.out.trim())).not.toBe(pixelsOf(first));
    const history = await pictor("history", "--search", "BOAT", "--json");
    const { history: entries } = JSON.parse(history.out) as {
      readonly history: readonly { readonly path: string }[];
    };
    expect(entries[0]?.path).toBe(changed.out.trim());
  });

  it("leaves out what nobody knows here, with a note", async () => {
    const file = saved("old.json", {
      pictorProject: 1,
      workflow: "txt2img",
      params: { ...tiny, sparkle: 3 },
      features: [{ id: "teleport" }, { id: "freeu", settings: { b1: 1, b9: 2 } }],
    });
    const { code, out, err } = await pictor("graph", "--from", file, "--backend", "embedded");
    expect({ code, out: out.includes("FreeU") }).toEqual({ code: 0, out: true });
    expect(err).toContain('The workflow txt2img has no setting "sparkle"; it was left out.');
    expect(err).toContain('There is no add-on "teleport" here; it was left out.');
    expect(err).toContain('The add-on freeu has no setting "b9"; it was left out.');
  });
});
