// The gallery of saved images: how soon a page of it comes, a search, and a thumbnail, with journals of different lengths.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodePng } from "@pictor/images";
import { inFolder, removeFolder } from "./folders.js";
import { amount, isQuick, median, repeated, timed } from "./measure.js";
import { memoryOf, shown } from "./process-figures.js";
import { startServe } from "./start-command.js";
import { printTable } from "./table.js";

const lengths = isQuick ? [1_000] : [10_000, 100_000];
const repetitions = amount(40, 3);
const imageCount = amount(48, 4);
const side = amount(1024, 64);

const words = "fox lighthouse kite storm harbour copper moss glass winter market orchard violin".split(" ");
const wordAt = (number: number): string => words[Math.floor(number) % words.length] ?? "";
const promptOf = (number: number): string =>
  `${wordAt(number)} and ${wordAt(number / 12)}, number ${number}, ${"highly detailed, soft light, ".repeat(4)}`;

/** A line as the plugin output-journal writes it. Every path is that of one of the images. */
const lineOf = (number: number, images: readonly string[]): string =>
  JSON.stringify({
    time: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    jobId: `job-${number}`,
    workflow: number % 10 === 0 ? "img2img" : "txt2img",
    prompt: promptOf(number),
    negative: "blurry, low quality, watermark",
    seed: String(18446744073709551615n - BigInt(number)),
    path: images[number % images.length],
    backend: "studio",
    params: {
      model: "sd_xl_base_1.0.safetensors",
      steps: 30,
      cfg: 6.5,
      width: 1024,
      height: 1024,
      sampler: "dpmpp_2m",
    },
    features: [{ id: "lora", settings: { model: "style.safetensors", strength: 0.8 } }],
  });

/** Images that differ, with noise, so that no decoder has an easy time. */
const writeImages = (folder: string): readonly string[] =>
  Array.from({ length: imageCount }, (_, number) => {
    const rgba = new Uint8Array(side * side * 4);
    let state = number + 1;
    for (let at = 0; at < rgba.length; at += 4) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      rgba.set([at >>> 12, (at >>> 4) & 255, state >>> 27, 255], at);
    }
    const path = join(folder, `${number}.png`);
    writeFileSync(path, encodePng({ width: side, height: side, rgba }, { level: 1 }));
    return path;
  });

interface Page {
  readonly total: number;
  readonly pictures: readonly { readonly id: string; readonly thumbnail: string }[];
}

/** Milliseconds of each thumbnail for six readers, and of the requests of another client meanwhile. */
async function makeThumbnails(
  paths: readonly string[],
  read: (path: string) => Promise<unknown>,
): Promise<{ readonly made: number; readonly delay: number }> {
  const made = new AbortController();
  const delays: number[] = [];
  const watch = (async () => {
    while (!made.signal.aborted) delays.push(await timed(() => read("/v1")));
  })();
  const queue = [...paths];
  const reader = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) await read(path);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: 6 }, reader)));
  made.abort();
  await watch;
  return { made: ms / imageCount, delay: median(delays) };
}

async function measure(folder: string, length: number, images: readonly string[]) {
  mkdirSync(join(folder, "pictor"), { recursive: true });
  const lines = Array.from({ length }, (_, number) => `${lineOf(number, images)}\n`);
  writeFileSync(join(folder, "pictor/history.jsonl"), lines.join(""));
  const served = await startServe(folder);
  const headers = { Authorization: `Bearer ${served.token}` };
  const get = async (path: string): Promise<Response> => {
    const reply = await fetch(served.url + path, { headers });
    if (!reply.ok) throw new Error(await reply.text());
    return reply;
  };
  const list = async (query: string) => (await get(`/v1/pictures${query}`)).json() as Promise<Page>;
  const usual = async (work: () => unknown) => median(await repeated(repetitions, work));
  const bytes = async (path: string) => (await get(path)).arrayBuffer();
  await get("/v1");
  const before = memoryOf(served.pid);
  const first = await timed(() => list(""));
  const { total, pictures } = await list("");
  const [picture] = pictures;
  if (total !== length || picture === undefined) throw new Error(`${total} images of ${length}`);
  const reading = {
    first,
    page: await usual(() => list("")),
    last: await usual(() => list(`?cursor=${length - 100}`)),
    search: await usual(() => list("?search=lighthouse+violin")),
    nothing: await usual(() => list("?search=zebra")),
    one: await usual(() => get(`/v1/pictures/${picture.id}`)),
    memory: memoryOf(served.pid) - before,
  };
  const thumbnails = pictures.slice(0, imageCount).map(({ thumbnail }) => thumbnail);
  const making = await makeThumbnails(thumbnails, bytes);
  const kept = await usual(() => bytes(picture.thumbnail));
  await served.close();
  return { ...reading, ...making, kept };
}

const rows: readonly (readonly [title: string, key: keyof Awaited<ReturnType<typeof measure>>])[] = [
  ["first page when the journal is read for the first time", "first"],
  ["first page, 100 images (goal 50)", "page"],
  ["last page", "last"],
  ["search for two words", "search"],
  ["search without a result", "nothing"],
  ["one image", "one"],
  [`thumbnail of ${side} x ${side} pixels, ${imageCount} by 6 readers`, "made"],
  ["thumbnail that is in the cache", "kept"],
  ["another request while thumbnails are made", "delay"],
  ["MiB of memory more for the gallery", "memory"],
];

export const run = (): Promise<void> =>
  inFolder(async (folder) => {
    const images = writeImages(folder);
    const results: Awaited<ReturnType<typeof measure>>[] = [];
    for (const length of lengths) {
      results.push(await measure(folder, length, images));
      await removeFolder(join(folder, "pictor"));
    }
    printTable(
      "The gallery, ms (p50)",
      ["images", ...lengths],
      rows.map(([title, key]) => [title, ...results.map((result) => shown(result[key]))]),
    );
  });
