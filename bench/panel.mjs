// The web panel in Chromium: how soon the form can be used, whether previews hold it up, and the memory of a long gallery.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { amount, median } from "./measure.mjs";
import { commandPath, importPackage } from "./packages.mjs";
import { start } from "./processes.mjs";
import { printTable } from "./table.mjs";

const rounds = amount(7, 1);
const imageCount = amount(10_000, 100);
const previewSeconds = amount(10, 2);
const previewsPerSecond = 30;
const places = [process.env.PICTOR_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const executablePath = places.find((path) => path !== undefined && path !== "" && existsSync(path));

/** A journal with many entries, whose files are one image. */
async function writeJournal(folder) {
  const { encodePng } = await importPackage("@pictor/images");
  const path = join(folder, "image.png");
  writeFileSync(path, encodePng({ width: 64, height: 64, rgba: new Uint8Array(64 * 64 * 4).fill(99) }));
  mkdirSync(join(folder, "pictor"), { recursive: true });
  const lines = Array.from({ length: imageCount }, (_, number) =>
    JSON.stringify({
      ...{ time: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(), jobId: `job-${number}`, path },
      ...{ workflow: "txt2img", prompt: `kite ${number}`, negative: "", seed: String(number), backend: "x" },
    }),
  );
  writeFileSync(join(folder, "pictor/history.jsonl"), `${lines.join("\n")}\n`);
}

/** A server that sends an image of 20 kB thirty times a second while it works on a prompt. */
async function startStudio(folder) {
  const { encodePng } = await importPackage("@pictor/images");
  const { startEmbeddedServer } = await importPackage("@pictor/backend-embedded/testing");
  const embedded = await startEmbeddedServer();
  const objectInfo = await (await fetch(`${embedded.url}object_info`)).text();
  await embedded.close();
  rmSync(embedded.directory, { recursive: true, force: true });
  const studio = await start(import.meta.url, "./generation/fake-server.mjs");
  // Noise is not compressed: four bytes for each pixel.
  const image = encodePng({ width: 70, height: 70, rgba: randomBytes(70 * 70 * 4) });
  const everyMs = 1000 / previewsPerSecond;
  const count = (previewSeconds + 2) * previewsPerSecond;
  await studio.ask({ objectInfo });
  await studio.ask({
    flood: { kind: "previews", count, everyMs, image: Buffer.from(image).toString("base64") },
  });
  const backends = { studio: { kind: "remote", baseUrl: studio.hello } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backend: "studio", backends }));
  return studio;
}

/** `pictor panel` in a process of its own. */
async function startPanel(folder) {
  const env = { ...process.env, PICTOR_TRUST: "1" };
  for (const name of ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"]) env[name] = folder;
  const words = ["panel", "--no-browser", "--port", "0", "--api-port", "0", "--json"];
  const stdio = ["ignore", "pipe", "inherit"];
  const child = spawn(process.execPath, [commandPath, ...words], { cwd: folder, env, stdio });
  const lines = createInterface(child.stdout);
  const [line] = await new Promise((resolve) => lines.once("line", (...given) => resolve(given)));
  const { url, token, panels } = JSON.parse(line);
  const close = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGINT");
    });
  const open = async () => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const reply = await fetch(`${url}/v1/panels/web/open`, { method: "POST", headers, body: "{}" });
    return (await reply.json()).url;
  };
  return { first: panels[0].url, open, close };
}

const form = (page) => page.locator("textarea").first();

/** Milliseconds until the form can be used, in a new context, whose cache is empty. */
async function timeToForm(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(url);
  await form(page).waitFor();
  const ms = performance.now() - started;
  await context.close();
  return ms;
}

/** The time of an empty page, with which the other figures can be compared. */
async function timeToBlank(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const started = performance.now();
  await page.goto("data:text/html,<textarea></textarea>");
  await form(page).waitFor();
  const ms = performance.now() - started;
  await context.close();
  return ms;
}

/**
 * The tasks of the page's main thread, in milliseconds of the processor, while previews arrive and somebody types: on a machine that
 * is shared, their time by the clock says nothing.
 */
async function tasksWithPreviews(browser, page) {
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
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents
    .filter((event) => event.name === "RunTask" && event.tdur !== undefined && mains.has(threadOf(event)))
    .map(({ tdur }) => tdur / 1000);
  return { tasks, shown: await page.evaluate("window.shown") };
}

/** Mebibytes of the heap after garbage collection. */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1_048_576;
}

export async function run() {
  if (executablePath === undefined) {
    console.log("\nskipped: panel needs Chromium; set PICTOR_CHROMIUM to its path");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-panel-"));
  await writeJournal(folder);
  const studio = await startStudio(folder);
  const panel = await startPanel(folder);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    await timeToForm(browser, panel.first);
    const [loads, blanks] = [[], []];
    for (let round = 0; round < rounds; round++) {
      blanks.push(await timeToBlank(browser));
      loads.push(await timeToForm(browser, await panel.open()));
    }
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(await panel.open());
    await form(page).waitFor();
    const { tasks, shown } = await tasksWithPreviews(browser, page);
    if (tasks.length === 0) throw new Error("The trace has no tasks of the page.");
    const before = await heapOf(page);
    const gallery = page.locator(".grid-scroller").first();
    for (let step = 0; step < amount(60, 3); step++) {
      await gallery.evaluate((element) => element.scrollBy(0, element.clientHeight * 2));
      await page.waitForTimeout(50);
    }
    const after = await heapOf(page);
    const elements = await page.evaluate("document.querySelectorAll('*').length");
    printTable(
      `The web panel, with ${imageCount} saved images`,
      ["", "figure"],
      [
        ["until the form can be used, ms (goal 1000)", median(loads).toFixed(0)],
        ["a page with one field, ms", median(blanks).toFixed(0)],
        [`previews shown in a second, of ${previewsPerSecond}`, (shown / previewSeconds).toFixed(0)],
        ["the longest task meanwhile, ms of the processor (goal 50)", Math.max(...tasks).toFixed(0)],
        ["heap before the gallery is scrolled, MiB", before.toFixed(1)],
        ["heap afterwards, MiB", after.toFixed(1)],
        ["elements of the page", elements],
      ],
    );
  } finally {
    await browser.close();
    await panel.close();
    studio.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
