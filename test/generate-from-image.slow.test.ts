// A saved image can be generated again from its metadata, with the same graph and the same pixels, for every workflow.

import { copyFileSync, createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringifyJson, type GenerateRequest, type Pictor } from "@pictor/host";
import { readImageMetadata, projectFromImage, type Project } from "@pictor/image-metadata";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { run } from "../cli/program/run.js";
import { pngWith } from "../cli/testing/command-folder.js";
import { createBuiltinPictor } from "./builtins.test.support.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { foreignTexts, textsIn } from "./foreign-texts.test.support.js";
import { encodedPixels } from "./pixels.test.support.js";

let folder: string;
let pictor: Pictor;
/** A kernel with another backend, so that nothing comes from the cache of the first one. */
let secondPictor: Pictor;
/** Path of an input image. */
let startImage: string;

beforeAll(async () => {
  folder = createTestFolder();
  for (const [name, value] of Object.entries(userVariables(folder))) vi.stubEnv(name, value);
  [pictor, secondPictor] = await Promise.all([createBuiltinPictor(), createBuiltinPictor()]);
  startImage = (await generate({ workflow: "txt2img", params: { ...smallParams, seed: "1" } }))[0] ?? "";
  const { graphs } = await pictor.build({ workflow: "txt2img", params: { ...smallParams, seed: "5" } });
  writeFileSync(join(folder, "graph.json"), stringifyJson(graphs[0]));
});
afterAll(async () => {
  await Promise.all([pictor.dispose(), secondPictor.dispose()]);
  vi.unstubAllEnvs();
});

const smallParams = { prompt: "a boat", width: 64, height: 64, steps: 2 };

/** Returns the paths of the saved images. */
async function generate(request: GenerateRequest, on = pictor): Promise<readonly string[]> {
  const result = await on.generate({ ...request, backend: "embedded", directory: folder }).result;
  if ("error" in result) throw result.error;
  expect(result.problems).toEqual([]);
  return result.outputs.flatMap(({ path }) => (path === undefined ? [] : [path]));
}

/** The request of a project, without what the import says about it. */
const requestOf = ({ workflow, params, features, count }: Project): GenerateRequest => ({
  workflow,
  params,
  features,
  count,
});

async function generateFrom(path: string): Promise<string> {
  const imported = projectFromImage(await readImageMetadata(createReadStream(path)), path);
  if (!("project" in imported)) throw new Error(imported.refusal.reason);
  expect(imported.project).toMatchObject({ kind: "record", notes: [] });
  const paths = await generate(requestOf(imported.project), secondPictor);
  expect(paths).toHaveLength(1);
  return paths[0] ?? "";
}

const graphOf = async (path: string): Promise<unknown> =>
  JSON.parse((await readImageMetadata(createReadStream(path))).prompt ?? "null");
const pixelsOf = (path: string): string => encodedPixels(readFileSync(path)).toString("hex");

interface TestCase {
  readonly name: string;
  readonly request: () => GenerateRequest;
}
const shortVideo = { ...smallParams, frames: 5 };
const testCase = (
  workflow: string,
  params: () => object,
  features: GenerateRequest["features"] = [],
): TestCase => ({
  name: [workflow, ...features.map(({ id }) => id)].join(" + "),
  request: () => ({ workflow, params: params() as NonNullable<GenerateRequest["params"]>, features }),
});
const promptWithChoices = "a {red|grün|blau} boat, 船, <lora:simulated-winter:0.5> \u{1f98a}";

const testCases: readonly TestCase[] = [
  testCase("txt2img", () => ({ ...smallParams, prompt: promptWithChoices, negative: "été" })),
  testCase("txt2img", () => ({ ...smallParams, steps: 3 }), [
    { id: "freeu" },
    { id: "hires-fix", settings: { scale: 1.5, steps: 2 } },
    { id: "upscaler", settings: { scale: 0.5 } },
  ]),
  testCase("img2img", () => ({ ...smallParams, image: startImage, denoise: 0.5 })),
  testCase("img2img", () => ({ ...smallParams, image: startImage, mask: startImage, denoise: 0.5 })),
  testCase("upscale", () => ({ image: startImage, scale: 1.5, sharpen: true })),
  testCase("svd", () => ({
    width: 64,
    height: 64,
    steps: 2,
    frames: 5,
    image: startImage,
    model: "simulated-landscape.safetensors",
  })),
  testCase("flux", () => smallParams),
  testCase("wan-text-to-video", () => shortVideo),
  testCase("wan-image-to-video", () => ({ ...shortVideo, image: startImage })),
  testCase("flux-kontext", () => ({ ...smallParams, images: [startImage] })),
  testCase("flux2-klein", () => ({ ...smallParams, images: [startImage] })),
  testCase("qwen-image-edit", () => ({ ...smallParams, images: [startImage] })),
  testCase("custom", () => ({ graph: join(folder, "graph.json") })),
  testCase("custom", () => ({ graph: join(folder, "graph.json"), prompt: "a moose", seed: "77" })),
];

describe("an image is made again from its metadata", () => {
  it.each(testCases)("$name", async ({ request }) => {
    const [first = "", ...more] = await generate(request());
    expect(more).toEqual([]);
    const second = await generateFrom(first);
    expect(await graphOf(second)).toEqual(await graphOf(first));
    expect(pixelsOf(second)).toBe(pixelsOf(first));
  });

  it("alone, for each image of several batches", async () => {
    const paths = await generate({
      workflow: "txt2img",
      params: { ...smallParams, prompt: promptWithChoices, batchSize: 3 },
      count: 2,
    });
    expect(paths).toHaveLength(6);
    expect(new Set(paths.map(pixelsOf)).size).toBe(6);
    for (const path of paths) expect(pixelsOf(await generateFrom(path))).toBe(pixelsOf(path));
  });
});

describe("pictor generate --from", () => {
  const pictor = async (...given: readonly string[]) => {
    const { written, ...streams } = fakeStreams(false, { ...process.env });
    const code = await run([...given], streams);
    return { code, ...written };
  };
  const saveJson = (name: string, value: object): string => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };

  it("makes the same image again, or another one with changed settings", async () => {
    const [first = ""] = await generate({ workflow: "txt2img", params: { ...smallParams, seed: "11" } });
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

  it("leaves out unknown settings and features, with a note", async () => {
    const file = saveJson("old.json", {
      pictorProject: 1,
      workflow: "txt2img",
      params: { ...smallParams, sparkle: 3 },
      features: [{ id: "teleport" }, { id: "freeu", settings: { b1: 1, b9: 2 } }],
    });
    const { code, out, err } = await pictor("graph", "--from", file, "--backend", "embedded");
    expect({ code, out: out.includes("FreeU") }).toEqual({ code: 0, out: true });
    expect(err).toContain('The workflow txt2img has no setting "sparkle"; it was left out.');
    expect(err).toContain('There is no feature "teleport" here; it was left out.');
    expect(err).toContain('The feature freeu has no setting "b9"; it was left out.');
  });

  it("finds input files again by their contents, here and beside the image, and tells which are missing", async () => {
    const input = join(folder, "input.png");
    copyFileSync(startImage, input);
    const params = { ...smallParams, image: input, seed: "21" };
    const [first = ""] = await generate({ workflow: "img2img", params });
    const more = ["--backend", "embedded", "--out", folder];
    const again = async () => pictor("generate", "--from", first, ...more);
    expect(await again()).toMatchObject({ code: 0 });

    // The file has changed since: it is not what the image was made from, so it is asked about.
    writeFileSync(input, "something private");
    expect(await again()).toMatchObject({ code: 2, err: expect.stringContaining("Give --yes") as string });
    rmSync(input);
    const missing = await again();
    expect(missing.code).toBe(2);
    expect(missing.err).toContain(`nor beside the image, nor in this folder: image=${input}`);

    const elsewhere = join(folder, "moved");
    mkdirSync(elsewhere);
    copyFileSync(startImage, join(elsewhere, "input.png"));
    copyFileSync(first, join(elsewhere, "made.png"));
    const moved = await pictor("generate", "--from", join(elsewhere, "made.png"), ...more);
    expect({ code: moved.code, pixels: pixelsOf(moved.out.trim()) }).toEqual({
      code: 0,
      pixels: pixelsOf(first),
    });
  });

  it("asks about a file that a project file names outside its folder", async () => {
    const shared = join(folder, "shared-project");
    mkdirSync(shared);
    copyFileSync(startImage, join(shared, "start.png"));
    writeFileSync(join(folder, "private.txt"), "something private");
    const project = (image: string): string =>
      saveJson("shared-project/project.json", {
        pictorProject: 1,
        workflow: "img2img",
        params: { ...smallParams, image },
        features: [],
      });
    const more = ["--backend", "embedded", "--out", folder];
    const run = async (image: string, ...options: readonly string[]) =>
      pictor("generate", "--from", project(image), ...more, ...options);
    for (const outside of [join(folder, "private.txt"), join(shared, "..", "private.txt")]) {
      expect(await run(outside)).toMatchObject({
        code: 2,
        err: expect.stringContaining("The project names files of this machine") as string,
      });
    }
    expect(await run(join(shared, "start.png"))).toMatchObject({ code: 0 });
    expect(await run(startImage, "--yes")).toMatchObject({ code: 0 });
    expect(await run(join(folder, "private.txt"), "--set", `image=${startImage}`)).toMatchObject({ code: 0 });
  });

  describe("of an image of the workflow custom", () => {
    const more = (): readonly string[] => ["--backend", "embedded", "--out", folder];
    /** Saves an image of a graph that loads one, and returns it in a folder without graph and input. */
    async function moved(name: string): Promise<{ readonly first: string; readonly image: string }> {
      const graph = saveJson(`${name}.json`, {
        1: { class_type: "LoadImage", inputs: { image: "none.png" } },
        2: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "x" } },
      });
      copyFileSync(startImage, join(folder, `${name}.png`));
      const bindings = { "LoadImage.image": `./${name}.png`, "2.filename_prefix": "y" };
      const [first = ""] = await generate({ workflow: "custom", params: { graph, bindings } });
      for (const each of [graph, join(folder, `${name}.png`)]) rmSync(each);
      mkdirSync(join(folder, name));
      const image = join(folder, name, "made.png");
      copyFileSync(first, image);
      return { first, image };
    }

    it("uses the graph in the image where the file of the graph is gone, and finds its input files again", async () => {
      const { first, image } = await moved("shared");
      copyFileSync(startImage, join(folder, "shared", "shared.png"));
      const again = await pictor("generate", "--from", image, ...more());
      expect(again.err).toContain("so the graph in the image is used");
      expect({ code: again.code, pixels: pixelsOf(again.out.trim()) }).toEqual({
        code: 0,
        pixels: pixelsOf(first),
      });
    });

    it("asks about a file that a value of an input names", async () => {
      const { image } = await moved("private");
      writeFileSync(join(folder, "private", "private.png"), "something private");
      const refused = await pictor("generate", "--from", image, ...more());
      expect(refused).toMatchObject({
        code: 2,
        err: expect.stringContaining("LoadImage.image=./private.png") as string,
      });
    });
  });
});

it.each(foreignTexts)(
  "an image of another program is made from exactly its texts: %s",
  async (_name, text) => {
    const path = join(folder, "foreign.png");
    const parameters = `${text}\nNegative prompt: ${text}\nSteps: 2, Sampler: Euler a, Seed: 3, Size: 64x64`;
    writeFileSync(path, pngWith({ parameters }));
    const imported = projectFromImage(await readImageMetadata(createReadStream(path)), path);
    if (!("project" in imported)) throw new Error(imported.refusal.reason);
    const { graphs } = await pictor.build({ ...requestOf(imported.project), backend: "embedded" });
    expect(textsIn(stringifyJson(graphs[0]))).toEqual([text, text]);
  },
);
