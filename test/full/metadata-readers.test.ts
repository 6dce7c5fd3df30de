// What our pictures say to programs that know nothing of us: exiftool and Pillow, each where it is installed.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { parseParameters } from "@pictor/picture-metadata";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeMetadata } from "../../plugins/output-metadata/metadata.js";
import {
  collect,
  contextOf,
  inPieces,
  outputOf,
} from "../../plugins/output-metadata/outputs.test.support.js";

const python = ["python3", "/usr/bin/python3"].find(
  (program) => spawnSync(program, ["-c", "import PIL"]).status === 0,
);
const hasExiftool = spawnSync("exiftool", ["-ver"]).status === 0;
for (const [name, isThere] of [
  ["exiftool", hasExiftool],
  ["Pillow", python !== undefined],
] as const) {
  if (!isThere) console.log(`-- skipped: what ${name} reads in our pictures; it is not installed`);
}

const prompts = {
  German: "ein Türmchen über der Straße, größer",
  Japanese: "夕暮れの灯台、静かな海",
  emoji: "a lighthouse 🌊🗼, naïve, “quoted”: {a|b}, (x:1.2)",
  "signs whose low byte is zero": `${"一".repeat(200)}、Āā`,
} as const;

const kinds = {
  PNG: { file: "a.png", mime: "image/png" },
  WebP: { file: "a.webp", mime: "image/webp" },
  JPEG: { file: "a.jpg", mime: "image/jpeg" },
  "animated WebP": { file: "b.webp", mime: "image/webp" },
} as const;
type Kind = keyof typeof kinds;
const isExif = (kind: Kind): boolean => kind !== "PNG";
const graph = exampleGraph({ batch: 2 });

let folder = "";
let server: EmbeddedServer;
const plain: Partial<Record<Kind, Buffer>> = {};

/** Runs the graph with both ways to save; gives the address of each file. */
async function run(): Promise<readonly string[]> {
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
  const [single = "", animated = ""] = await run();
  const view = async (query: string) =>
    Buffer.from(await (await fetch(new URL(`view?filename=${query}`, server.url))).arrayBuffer());
  plain.PNG = await view(single);
  plain.WebP = await view(`${single}&preview=webp;90`);
  plain.JPEG = await view(`${single}&preview=jpeg;90`);
  plain["animated WebP"] = await view(animated);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
/** The picture with our texts, as a file; the path. */
async function written(kind: Kind, positive: string): Promise<string> {
  const { file, mime } = kinds[kind];
  const bytes = plain[kind] ?? Buffer.alloc(0);
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

/** All kinds of pictures with all prompts. */
const every = Object.keys(kinds).flatMap((kind) =>
  Object.keys(prompts).map((language) => [kind as Kind, language as keyof typeof prompts] as const),
);

/** What a reader found under our two words, and what the server wrote. */
function check(
  kind: Kind,
  positive: string,
  found: { readonly parameters: string; readonly record: string },
) {
  expect(parseParameters(found.parameters)).toMatchObject({ positive, negative: prompts.German });
  const record = isExif(kind) ? found.record.replace(/^pictor:/, "") : found.record;
  expect(JSON.parse(record)).toMatchObject({ version: 1, prompt: { positive, negative: prompts.German } });
}

describe.skipIf(!hasExiftool)("exiftool reads", () => {
  it.each(every)("a %s with a prompt in %s", async (kind, language) => {
    const path = await written(kind, prompts[language]);
    const [tags = {}] = json("exiftool", ["-j", "-validate", "-all", path]) as readonly Texts[];
    check(kind, prompts[language], {
      parameters: (isExif(kind) ? tags["UserComment"] : tags["Parameters"]) ?? "",
      record: (isExif(kind) ? tags["ImageDescription"] : tags["Pictor"]) ?? "{}",
    });
    expect(tags["Error"]).toBeUndefined();
    // Of what it finds lacking, most are tags that only a camera can fill.
    expect(tags["Validate"]).toMatch(/^(OK|\d+ Warnings?)( \(all minor\))?$/);
    if (kind === "animated WebP") {
      expect(JSON.parse(tags["Model"]?.replace(/^prompt:/, "") ?? "{}")).toMatchObject({ 3: graph["3"] });
      expect(tags["Make"]).toBe('workflow:{"nodes": []}');
    }
    if (kind === "PNG") expect(JSON.parse(tags["Prompt"] ?? "{}")).toMatchObject({ 3: graph["3"] });
  });
});

/** Decodes every frame; prints a hash of all pixels and the texts. */
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
interface Read {
  readonly pixels: string;
  readonly comment: string;
  readonly exif: Texts;
  readonly texts: Texts;
}

describe.skipIf(python === undefined)("Pillow reads", () => {
  const read = (path: string) => json(python ?? "", ["-c", reader, path]) as Read;

  it.each(every)("a %s with a prompt in %s, and the same pixels", async (kind, language) => {
    const original = join(folder, `plain-${kinds[kind].file}`);
    writeFileSync(original, plain[kind] ?? "");
    const { pixels, comment, exif, texts } = read(await written(kind, prompts[language]));
    check(kind, prompts[language], {
      parameters: (isExif(kind) ? comment : texts["parameters"]) ?? "",
      record: (isExif(kind) ? exif[0x010e] : texts["pictor"]) ?? "{}",
    });
    expect(pixels).toBe(read(original).pixels);
    const graphs = kind === "PNG" ? texts : { prompt: exif[0x0110], workflow: exif[0x010f] };
    if (kind === "PNG" || kind === "animated WebP") {
      expect(graphs["prompt"]).toContain('"class_type": "KSampler"');
      expect(graphs["workflow"]).toContain('{"nodes": []}');
    }
  });
});
