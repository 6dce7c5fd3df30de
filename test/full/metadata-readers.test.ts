// Independent programs read the metadata of our images: exiftool and Pillow, if they are installed.

import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { parseParameters } from "@pictor/image-metadata";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeMetadata } from "../../plugins/output-metadata/write-metadata.js";
import { collect, contextOf, inPieces, outputOf } from "../../plugins/output-metadata/testing/outputs.js";

const python = ["python3", "/usr/bin/python3"].find(
  (program) => spawnSync(program, ["-c", "import PIL"]).status === 0,
);
const hasExiftool = spawnSync("exiftool", ["-ver"]).status === 0;
for (const [name, isThere] of [
  ["exiftool", hasExiftool],
  ["Pillow", python !== undefined],
] as const) {
  if (!isThere) console.log(`-- skipped: ${name} is not installed, so it cannot read our images`);
}

const prompts = {
  German: "ein Türmchen über der Straße, größer",
  Japanese: "夕暮れの灯台、静かな海",
  emoji: "a lighthouse 🌊🗼, naïve, “quoted”: {a|b}, (x:1.2)",
  "characters whose low byte is zero": `${"一".repeat(200)}、Āā`,
} as const;

const formats = {
  PNG: { file: "a.png", mime: "image/png" },
  WebP: { file: "a.webp", mime: "image/webp" },
  JPEG: { file: "a.jpg", mime: "image/jpeg" },
  "animated WebP": { file: "b.webp", mime: "image/webp" },
} as const;
type FormatName = keyof typeof formats;
const isExif = (format: FormatName): boolean => format !== "PNG";
const graph = exampleGraph({ batch: 2 });

let folder = "";
let server: EmbeddedServer;
const originals: Partial<Record<FormatName, Buffer>> = {};

/** Runs the graph with two save nodes, and returns the name of a file of each. */
async function runGraph(): Promise<readonly string[]> {
  const animation = {
    class_type: "SaveAnimatedWEBP",
    inputs: {
      images: ["8", 0],
      filename_prefix: "b",
      fps: 6,
      lossless: true,
      quality: 80,
      method: "default",
    },
  };
  const body = {
    prompt: { ...graph, "10": animation },
    extra_data: { extra_pnginfo: { workflow: { nodes: [] } } },
  };
  const posted = await fetch(new URL("prompt", server.url), { method: "POST", body: JSON.stringify(body) });
  const { prompt_id: id } = (await posted.json()) as { readonly prompt_id: string };
  for (;;) {
    const history = (await (await fetch(new URL(`history/${id}`, server.url))).json()) as Readonly<
      Record<
        string,
        {
          readonly outputs: Readonly<
            Record<string, { readonly images: readonly { readonly filename: string }[] }>
          >;
        }
      >
    >;
    const outputs = history[id]?.outputs;
    if (outputs === undefined) continue;
    return ["9", "10"].map((node) => outputs[node]?.images[0]?.filename ?? "");
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pictor-readers-"));
  server = await startEmbeddedServer();
  const [single = "", animated = ""] = await runGraph();
  const view = async (query: string) =>
    Buffer.from(await (await fetch(new URL(`view?filename=${query}`, server.url))).arrayBuffer());
  originals.PNG = await view(single);
  originals.WebP = await view(`${single}&preview=webp;90`);
  originals.JPEG = await view(`${single}&preview=jpeg;90`);
  originals["animated WebP"] = await view(animated);
});
afterAll(() => server.close());

/** Writes metadata into the image, and returns the path of the file. */
async function writeImage(format: FormatName, positive: string): Promise<string> {
  const { file, mime } = formats[format];
  const bytes = originals[format] ?? Buffer.alloc(0);
  const problems: unknown[] = [];
  const output = outputOf({
    mime,
    open: () => inPieces(bytes),
    prompt: { positive, negative: prompts.German },
  });
  const context = contextOf({ report: (problem) => void problems.push(problem) });
  const path = join(folder, file);
  writeFileSync(path, await collect(writeMetadata(output, context)?.open() ?? output.open()));
  expect(problems).toEqual([]);
  return path;
}

type Texts = Readonly<Record<string, string | undefined>>;
const json = (program: string, args: readonly string[]): unknown => {
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
};

/** All formats with all prompts. */
const allCases = Object.keys(formats).flatMap((format) =>
  Object.keys(prompts).map((language) => [format as FormatName, language as keyof typeof prompts] as const),
);

/** Checks the two texts that a program found. */
function checkTexts(
  format: FormatName,
  positive: string,
  found: { readonly parameters: string; readonly record: string },
) {
  expect(parseParameters(found.parameters)).toMatchObject({ positive, negative: prompts.German });
  const record = isExif(format) ? found.record.replace(/^pictor:/, "") : found.record;
  expect(JSON.parse(record)).toMatchObject({ version: 1, prompt: { positive, negative: prompts.German } });
}

describe.skipIf(!hasExiftool)("exiftool reads", () => {
  it.each(allCases)("a %s with a prompt in %s", async (format, language) => {
    const path = await writeImage(format, prompts[language]);
    const [tags = {}] = json("exiftool", ["-j", "-validate", "-all", path]) as readonly Texts[];
    checkTexts(format, prompts[language], {
      parameters: (isExif(format) ? tags["UserComment"] : tags["Parameters"]) ?? "",
      record: (isExif(format) ? tags["ImageDescription"] : tags["Pictor"]) ?? "{}",
    });
    expect(tags["Error"]).toBeUndefined();
    // Most warnings are about missing tags that only a camera can fill.
    expect(tags["Validate"]).toMatch(/^(OK|\d+ Warnings?)( \(all minor\))?$/);
    if (format === "animated WebP") {
      expect(JSON.parse(tags["Model"]?.replace(/^prompt:/, "") ?? "{}")).toMatchObject({ 3: graph["3"] });
      expect(tags["Make"]).toBe('workflow:{"nodes": []}');
    }
    if (format === "PNG") expect(JSON.parse(tags["Prompt"] ?? "{}")).toMatchObject({ 3: graph["3"] });
  });
});

/** A Python program that prints a hash of all pixels, and the texts. */
const reader = `
import hashlib, json, sys
from PIL import Image, ImageSequence
image = Image.open(sys.argv[1])
pixels = hashlib.sha256()
for frame in ImageSequence.Iterator(image):
    pixels.update(frame.convert("RGBA").tobytes())
exif = image.getexif()
comment = exif.get_ifd(0x8769).get(0x9286, b"")
print(json.dumps({
    "pixels": pixels.hexdigest(),
    "comment": comment[8:].decode("utf-16-be"),
    "exif": {str(tag): text for tag, text in exif.items() if isinstance(text, str)},
    "texts": getattr(image, "text", {}),
}))
`;
interface PillowResult {
  readonly pixels: string;
  readonly comment: string;
  readonly exif: Texts;
  readonly texts: Texts;
}

describe.skipIf(python === undefined)("Pillow reads", () => {
  const read = (path: string) => json(python ?? "", ["-c", reader, path]) as PillowResult;

  it.each(allCases)("a %s with a prompt in %s, and the same pixels", async (format, language) => {
    const original = join(folder, `plain-${formats[format].file}`);
    writeFileSync(original, originals[format] ?? "");
    const { pixels, comment, exif, texts } = read(await writeImage(format, prompts[language]));
    checkTexts(format, prompts[language], {
      parameters: (isExif(format) ? comment : texts["parameters"]) ?? "",
      record: (isExif(format) ? exif[0x010e] : texts["pictor"]) ?? "{}",
    });
    expect(pixels).toBe(read(original).pixels);
    const graphs = format === "PNG" ? texts : { prompt: exif[0x0110], workflow: exif[0x010f] };
    if (format === "PNG" || format === "animated WebP") {
      expect(graphs["prompt"]).toContain('"class_type": "KSampler"');
      expect(graphs["workflow"]).toContain('{"nodes": []}');
    }
  });
});
