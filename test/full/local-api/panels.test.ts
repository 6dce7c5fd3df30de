// Panels in a real browser and in a terminal: the examples of the guide, and signed links.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { JobList } from "@pictor/client";
import { createPictor, loadConfiguration } from "@pictor/host";
import { listen, manifestOf } from "@pictor/host/testing";
import { definePlugin, type BatchPlan, type GateContext } from "@pictor/kernel/plugin";
import { createServer as createPictorServer, type PictorServer } from "@pictor/server";
import { root } from "../../sources.test.support.js";
import { chromiumPath, openBrowser } from "../browser.test.support.js";

const linksPage = `<!doctype html><title>Links</title><script type="module">
  import { openPanel } from "/pictor/client.js";
  window.client = await openPanel();
  document.title = "ready";
</script>`;

let server: PictorServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pictor-panels-"));
  mkdirSync(join(folder, "panel-links"));
  const small = JSON.parse(
    readFileSync(join(root, "docs/examples/small-panel/plugin.json"), "utf8"),
  ) as object;
  const panels = [{ id: "links", title: "L", description: "L", scopes: ["read"] }];
  const manifest = { ...small, id: "panel-links", contributes: { panels } };
  writeFileSync(join(folder, "panel-links/plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "panel-links/index.html"), linksPage);
  server = await createPictorServer({
    folder: join(folder, "server"),
    panels: () =>
      Promise.resolve([
        { id: "small", scopes: ["admin"] },
        { id: "links", scopes: ["read"] },
      ]),
    createPictor: async (interaction) =>
      createPictor({
        interaction,
        plugins: [
          { kind: "directory", path: join(root, "docs/examples/small-panel") },
          { kind: "directory", path: join(folder, "panel-links") },
          { kind: "inline", ...asking },
        ],
        configuration: await loadConfiguration({
          directory: folder,
          flags: { outputs: { directory: join(folder, "outputs") } },
        }),
      }),
  });
});
afterAll(() => server.close());

/** A gate that asks before a job whose prompt contains "please ask". */
const asking = {
  manifest: manifestOf("asking-checker", "gate", {
    taps: [{ hook: "beforeFirstBatch", handler: "check", band: "default" }],
  }),
  plugin: definePlugin(() => ({
    handlers: {
      check: async (plan: BatchPlan, { interaction }: GateContext) => {
        const nodes = plan.drafts.flatMap(({ graph }) => Object.values(graph));
        if (!nodes.some(({ inputs }) => Object.values(inputs).includes("please ask"))) return undefined;
        const choices = [
          { id: "go", text: "Go on" },
          { id: "stop", text: "Stop" },
        ];
        await interaction.ask({ title: "Really?", choices, safeChoice: "stop" });
        return undefined;
      },
    },
  })),
};

/** A page of another origin on this machine. */
const elsewhere = await listen(
  createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Elsewhere</title>");
  }),
);
afterAll(() => elsewhere.close());

describe.skipIf(chromiumPath === undefined)("in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });

  async function open(url: string): Promise<{ readonly page: Page; readonly faults: readonly string[] }> {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(url);
    return { page, faults };
  }
  const state = (page: Page, text: string) =>
    page.locator("p").filter({ hasText: text }).waitFor({ timeout: 20_000 });
  /** The policy of a panel forbids what `waitForFunction` does in the page. */
  const until = (page: Page, expression: string): Promise<void> =>
    expect.poll(() => page.evaluate(expression), { timeout: 20_000 }).toBe(true);
  const imageOf = (width: string) => `document.querySelector("img").naturalWidth ${width}`;

  it("the example of the guide makes a form, generates, and shows the image again after a reload", async () => {
    const { page, faults } = await open(server.panels.open("small"));
    await page.waitForSelector("button");
    expect(page.url()).not.toContain("code=");
    expect(await page.locator("label").allTextContents()).toEqual(
      [
        "Prompt",
        "Negative prompt",
        "Model",
        "Seed",
        "Steps",
        "CFG scale",
        "Sampler",
        "Scheduler",
        "Denoise",
        "Width",
        "Height",
      ].map((title) => `${title} `),
    );
    await page.fill("[name=prompt]", "a kite");
    await page.fill("[name=width]", "128");
    await page.fill("[name=height]", "128");
    await page.click("text=Generate");
    await state(page, "finished");
    await until(page, imageOf("=== 128"));
    await page.reload();
    await until(page, imageOf("=== 128"));
    expect(faults).toEqual([]);
  });

  it("the example shows previews, and cancels", async () => {
    const { page, faults } = await open(server.panels.open("small"));
    await page.waitForSelector("button");
    await page.fill("[name=prompt]", "a kite that takes long");
    await page.fill("[name=width]", "1024");
    await page.fill("[name=height]", "1024");
    await page.click("text=Generate");
    await state(page, "running");
    await until(page, imageOf("> 128"));
    await page.click("text=Cancel");
    await state(page, "interrupted");
    expect(faults).toEqual([]);
  });

  it("the example shows a question, and answers it", async () => {
    const { page } = await open(server.panels.open("small"));
    await page.waitForSelector("button");
    await page.fill("[name=prompt]", "please ask");
    await page.fill("[name=width]", "64");
    await page.fill("[name=height]", "64");
    await page.click("text=Generate");
    await page.click("text=Go on");
    await state(page, "finished");
    expect(await page.locator("#question").textContent()).toBe("");
  });

  it("a code opens one session", async () => {
    const url = server.panels.open("small");
    await open(url);
    const { faults } = await open(url);
    await expect.poll(() => faults.join()).toMatch(/401|refused|credential/i);
  });

  it("a signed link shows an output in an <img> of a panel, and in no page of another origin", async () => {
    const submitted = await fetch(`${server.url}/v1/jobs`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${server.token}`,
        "Content-Type": "application/json",
        Prefer: "wait=60",
      },
      body: JSON.stringify({
        workflow: "txt2img",
        backend: "embedded",
        params: { width: 64, height: 64, steps: 1 },
      }),
    });
    const job = (await submitted.json()) as { readonly outputs: readonly { readonly href: string }[] };
    const { page } = await open(server.panels.open("links"));
    await until(page, 'document.title === "ready"');
    const path = job.outputs[0]?.href ?? "";
    const href = await page.evaluate<string>(
      `client.calls.createLinks({ body: { paths: [${JSON.stringify(path)}] } }).then(({ links }) => links[0].href)`,
    );
    const widthOf = (shown: Page, url: string): Promise<unknown> =>
      shown.evaluate(
        `new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve(image.naturalWidth);
          image.onerror = () => resolve("not shown");
          image.src = ${JSON.stringify(url)};
        })`,
      );
    expect(await widthOf(page, href)).toBe(64);
    expect(await widthOf(page, path)).toBe("not shown");
    const { page: other } = await open(elsewhere.url);
    expect(await widthOf(other, server.url + href)).toBe("not shown");
  });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.log("skipped: python3 was not found");

describe.skipIf(!hasPython)("the example in Python, with the standard library alone", () => {
  /** Starts it, types lines, and resolves to its end. */
  function start(lines: readonly string[], target: string) {
    const script = join(root, "docs/examples/panel.py");
    const env = { ...process.env, PICTOR_URL: server.url, PICTOR_TOKEN: server.token };
    const child = spawn("python3", [script, target], { env });
    child.stdin.end(lines.map((line) => `${line}\n`).join(""));
    const ended = Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]).then(
      ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
    );
    return { child, ended };
  }
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

  it("asks for the basic settings, asks a question of the job, and saves the image", async () => {
    const target = join(folder, "kite.png");
    const { code, stdout, stderr } = await start(
      ["please ask", "", "", "", "64", "64", "", "", "", "", "", "go"],
      target,
    ).ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining("Really? ['go', 'stop']")]);
    expect(stdout).toContain(
      "Prompt: Negative prompt: Model: Seed: Width: Height: Steps: CFG scale: Sampler: Scheduler: Denoise: ",
    );
    expect(stderr).toContain("%");
    expect(readFileSync(target).subarray(1, 4).toString()).toBe("PNG");
  });

  it("saves previews while the job runs, and cancels it on Ctrl-C", async () => {
    const target = join(folder, "large.png");
    const { child, ended } = start(["a kite", "", "", "7", "4096", "4096", "", "", "", "", ""], target);
    await expect.poll(() => sizeOf(target), { timeout: 60_000 }).toBeGreaterThan(0);
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/The job is \w+\.\s*$/)]);
    const newest = async (): Promise<string | undefined> => {
      const headers = { Authorization: `Bearer ${server.token}` };
      const reply = await fetch(`${server.url}/v1/jobs?limit=1`, { headers });
      return ((await reply.json()) as JobList).jobs[0]?.state;
    };
    await expect.poll(newest, { timeout: 20_000 }).toBe("interrupted");
  });
});

it("the examples are as short as the guide says", () => {
  const lines = (path: string) =>
    readFileSync(join(root, "docs/examples", path), "utf8")
      .trim()
      .split("\n").length;
  expect(lines("small-panel/index.html")).toBeLessThan(60);
  expect(lines("panel.py")).toBeLessThan(45);
});
