// The gallery of saved images: how soon a page of it comes, a search, and a thumbnail, with journals of different lengths.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { amount, isQuick, median } from "./measure.mjs";
import { importPackage } from "./packages.mjs";
import { startServe } from "./start-serve.mjs";
import { printTable } from "./table.mjs";

const lengths = isQuick ? [1_000] : [10_000, 100_000];
const repetitions = amount(40, 3);
const imageCount = amount(48, 4);
const side = amount(1024, 64);

const words = "fox lighthouse kite storm harbour copper moss glass winter market orchard violin".split(" ");
const promptOf = (number) =>
  `${words[number % 12]} and ${words[Math.floor(number / 12) % 12]}, number ${number}, ${"highly detailed, soft light, ".repeat(4)}`;

/** A line as the plugin output-journal writes it. Every path is that of one of the images. */
const lineOf = (number, images) =>
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
async function writeImages(folder) {
  const { encodePng } = await importPackage("@pictor/images");
  return Array.from({ length: imageCount }, (_, number) => {
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
}

/** Mebibytes of the memory of a process; NaN where the system does not tell. */
function memoryOf(pid) {
  const file = `/proc/${pid}/status`;
  const [, kibibytes = "NaN"] = existsSync(file)
    ? (/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8")) ?? [])
    : [];
  return Number(kibibytes) / 1024;
}

async function timed(run) {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
async function repeated(run) {
  const times = [];
  while (times.length < repetitions) times.push(await timed(run));
  return median(times);
}

async function measure(folder, length, images) {
  mkdirSync(join(folder, "pictor"), { recursive: true });
  const lines = Array.from({ length }, (_, number) => `${lineOf(number, images)}\n`);
  writeFileSync(join(folder, "pictor/history.jsonl"), lines.join(""));
  const served = await startServe(folder);
  const headers = { Authorization: `Bearer ${served.token}` };
  const get = async (path) => {
    const reply = await fetch(served.url + path, { headers });
    if (!reply.ok) throw new Error(await reply.text());
    return reply;
  };
  const list = async (query) => (await get(`/v1/pictures${query}`)).json();
  await get("/v1");
  const before = memoryOf(served.pid);
  const first = await timed(() => list(""));
  const { total, pictures } = await list("");
  if (total !== length) throw new Error(`${total} images of ${length}`);
  const page = await repeated(() => list(""));
  const last = await repeated(() => list(`?cursor=${length - 100}`));
  const search = await repeated(() => list("?search=lighthouse+violin"));
  const nothing = await repeated(() => list("?search=zebra"));
  const one = await repeated(() => get(`/v1/pictures/${pictures[0].id}`));
  const memory = memoryOf(served.pid) - before;

  const thumbnails = pictures.slice(0, imageCount).map((picture) => picture.thumbnail);
  const bytes = async (path) => void (await (await get(path)).arrayBuffer());
  let isMaking = true;
  const delays = [];
  const watch = (async () => {
    while (isMaking) delays.push(await timed(() => bytes("/v1")));
  })();
  const queue = [...thumbnails];
  const reader = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) await bytes(path);
  };
  const made = await timed(() => Promise.all(Array.from({ length: 6 }, reader)));
  isMaking = false;
  await watch;
  const kept = await repeated(() => bytes(thumbnails[0]));
  await served.close();
  return {
    first,
    page,
    last,
    search,
    nothing,
    one,
    memory,
    made: made / imageCount,
    kept,
    delay: median(delays),
  };
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-"));
  try {
    const images = await writeImages(folder);
    const results = [];
    for (const length of lengths) {
      results.push(await measure(folder, length, images));
      rmSync(join(folder, "pictor"), { recursive: true, force: true });
    }
    const rows = [
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
    printTable(
      "The gallery, ms (p50)",
      ["images", ...lengths],
      rows.map(([title, key]) => [title, ...results.map((result) => result[key].toFixed(1))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
