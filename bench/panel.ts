// The web panel in Chromium: how soon the form can be used, whether previews hold it up, and the memory of a long gallery.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { encodePng } from "@pictor/images";
import { inFolder, removeFolder } from "./folders.js";
import { startFakeServer } from "./generation/fake-messages.js";
import { amount, median, timed } from "./measure.js";
import { startCommand, type StartedCommand } from "./start-command.js";
import { printSkipped, printTable } from "./table.js";

const rounds = amount(7, 1);
const imageCount = amount(10_000, 100);
const previewSeconds = amount(10, 2);
const previewsPerSecond = 30;
const places = [process.env["PICTOR_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const executablePath = places.find((path) => path !== undefined && path !== "" && existsSync(path));
const viewport = { width: 1280, height: 800 };

/** A journal with many entries, whose files are one image. */
function writeJournal(folder: string): void {
  const path = join(folder, "image.png");
  writeFileSync(path, encodePng({ width: 64, height: 64, rgba: new Uint8Array(64 * 64 * 4).fill(99) }));
  mkdirSync(join(folder, "pictor"), { recursive: true });
  const lines = Array.from({ length: imageCount }, (_, number) =>
    JSON.stringify({
      time: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      jobId: `job-${number}`,
      path,
      workflow: "txt2img",
      prompt: `kite ${number}`,
      negative: "",
      seed: String(number),
      backend: "x",
    }),
  );
  writeFileSync(join(folder, "pictor/history.jsonl"), `${lines.join("\n")}\n`);
}

/** A server that sends an image of 20 kB thirty times a second while it works on a prompt. */
async function startStudio(folder: string) {
  const embedded = await startEmbeddedServer();
  const objectInfo = await (await fetch(`${embedded.url}object_info`)).text();
  await embedded.close();
  await removeFolder(embedded.directory);
  const studio = await startFakeServer();
  // Noise is not compressed: four bytes for each pixel.
  const image = encodePng({ width: 70, height: 70, rgba: randomBytes(70 * 70 * 4) }).toString("base64");
  const everyMs = 1000 / previewsPerSecond;
  const count = (previewSeconds + 2) * previewsPerSecond;
  await studio.ask({ objectInfo });
  await studio.ask({ flood: { kind: "previews", count, everyMs, image } });
  const backends = { studio: { kind: "remote", baseUrl: studio.hello } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backend: "studio", backends }));
  return studio;
}

/** `pictor panel` in a process of its own. */
const startPanel = (folder: string): Promise<StartedCommand> =>
  startCommand(folder, ["panel", "--no-browser", "--port", "0", "--api-port", "0"]);

/** The address of a first visit of the panel. */
async function visit({ url, token }: StartedCommand): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const reply = await fetch(`${url}/v1/panels/web/open`, { method: "POST", headers, body: "{}" });
  return ((await reply.json()) as { readonly url: string }).url;
}

const form = (page: Page): Locator => page.locator("textarea").first();

/** Milliseconds until the form of a page can be used, in a new context, whose cache is empty. */
async function timeToForm(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const ms = await timed(async () => {
    await page.goto(url);
    await form(page).waitFor();
  });
  await context.close();
  return ms;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * The tasks of the page's main thread, in milliseconds of the processor, while previews arrive and somebody types: on a
 * machine that is shared, their time by the clock says nothing.
 */
async function tasksWithPreviews(browser: Browser, page: Page) {
  await form(page).fill("a kite");
  await page.keyboard.press("Control+Enter");
  await page.locator("img.picture").waitFor();
  await page.evaluate(`(() => {
    window.shown = 0;
    new MutationObserver(() => window.shown++).observe(document.querySelector("img.picture"), { attributeFilter: ["src"] });
  })()`);
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  for (let tick = 0; tick < previewSeconds * 5; tick++) {
    await form(page).pressSequentially("x");
    await page.waitForTimeout(200);
  }
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents
    .filter((event) => event.name === "RunTask" && event.tdur !== undefined && mains.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (tasks.length === 0) throw new Error("The trace has no tasks of the page.");
  return { tasks, shown: await page.evaluate<number>("window.shown") };
}

/** Mebibytes of the heap after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1_048_576;
}

async function measure(browser: Browser, panel: StartedCommand): Promise<void> {
  await timeToForm(browser, panel.panels?.[0]?.url ?? "");
  const loads: number[] = [];
  const blanks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    blanks.push(await timeToForm(browser, "data:text/html,<textarea></textarea>"));
    loads.push(await timeToForm(browser, await visit(panel)));
  }
  const page = await browser.newPage({ viewport });
  await page.goto(await visit(panel));
  await form(page).waitFor();
  const { tasks, shown } = await tasksWithPreviews(browser, page);
  const before = await heapOf(page);
  await page.locator(".grid-scroller").first().waitFor();
  for (let step = 0; step < amount(60, 3); step++) {
    await page.evaluate(`(() => {
      const grid = document.querySelector(".grid-scroller");
      grid.scrollBy(0, grid.clientHeight * 2);
    })()`);
    await page.waitForTimeout(50);
  }
  const after = await heapOf(page);
  const elements = await page.evaluate<number>("document.querySelectorAll('*').length");
  printTable(
    `The web panel, with ${imageCount} saved images`,
    ["", "figure"],
    [
      ["until the form can be used, ms (goal 600)", median(loads).toFixed(0)],
      ["a page with one field, ms", median(blanks).toFixed(0)],
      [`previews shown in a second, of ${previewsPerSecond}`, (shown / previewSeconds).toFixed(0)],
      ["the longest task meanwhile, ms of the processor (goal 50)", Math.max(...tasks).toFixed(0)],
      ["heap before the gallery is scrolled, MiB", before.toFixed(1)],
      ["heap afterwards, MiB", after.toFixed(1)],
      ["elements of the page", elements],
    ],
  );
}

export async function run(): Promise<void> {
  if (executablePath === undefined) {
    printSkipped("panel", "there is no Chromium; PICTOR_CHROMIUM can name its path");
    return;
  }
  await inFolder(async (folder) => {
    writeJournal(folder);
    const studio = await startStudio(folder);
    const panel = await startPanel(folder);
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      await measure(browser, panel);
    } finally {
      await browser.close();
      await panel.close();
      studio.end();
    }
  });
}
