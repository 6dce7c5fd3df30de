// A workflow of somebody else in a browser: its form is complete, though the panel knows nothing of it.

import { manifestOf } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { exampleGraph } from "@pictor/backend-embedded/testing";
import type { BuildWorkflow, WorkflowDraft } from "@pictor/kernel/plugin";
import { choose } from "./choices.test.support.js";
import { generate, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const properties = {
  greeting: { type: "string", title: "Greeting", format: "multiline", default: "Hello", minLength: 2 },
  model: {
    type: "string",
    title: "Paper model",
    "x-optionsFrom": { class: "CheckpointLoaderSimple", input: "ckpt_name" },
  },
  border: {
    type: "integer",
    title: "Border",
    description: "Around the picture",
    default: 8,
    minimum: 0,
    maximum: 64,
    multipleOf: 8,
    "x-unit": "px",
  },
  frame: {
    type: "string",
    title: "Frame",
    enum: ["none", "wood"],
    default: "none",
    "x-enumTitles": { none: "No frame", wood: "Wooden frame" },
  },
  varnish: {
    type: "number",
    title: "Varnish",
    default: 0.5,
    minimum: 0,
    maximum: 1,
    "x-visibleWhen": { frame: ["wood"] },
  },
  glossy: { type: "boolean", title: "Glossy", default: false },
  stamps: {
    type: "array",
    title: "Stamp",
    items: { type: "string", minLength: 3 },
    maxItems: 3,
    "x-group": "Post",
  },
  address: {
    type: "object",
    title: "Address",
    "x-group": "Post",
    properties: {
      street: { type: "string", title: "Street" },
      number: { type: "integer", title: "House number", minimum: 1 },
    },
  },
  seed: { type: "string", format: "uint64", title: "Seed" },
  weight: { type: "integer", title: "Weight", default: 20, "x-unit": "g", "x-advanced": true },
};
const manifest = manifestOf("workflow-postcard", "workflow", {
  taps: [{ hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: "postcard" } }],
  contributes: {
    workflows: [
      {
        id: "postcard",
        title: "Postcard",
        description: "A picture with a greeting and stamps",
        params: { type: "object", required: ["model"], properties },
      },
    ],
  },
});

const build: BuildWorkflow = (draft, { params, seed }) => ({
  ...draft,
  graph: exampleGraph({
    text: params["greeting"] as string,
    checkpoint: params["model"] as string,
    seed: Number(seed),
  }) as WorkflowDraft["graph"],
  outputs: ["9"],
});

describe.skipIf(chromiumPath === undefined)("the workflow of a stranger", { timeout: 90_000 }, () => {
  const test = startForAll(() =>
    startGenerate({ plugins: [{ kind: "inline", manifest, plugin: () => ({ handlers: { build } }) }] }),
  );

  const open = async () => {
    const opened = await test.openForm({ workflow: "postcard", params: {}, features: [], count: 1 });
    await opened.page.getByLabel("Greeting", { exact: true }).waitFor();
    return opened;
  };
  const field = (page: Page, title: string) => page.getByLabel(title, { exact: true });
  const newest = async () => (await test.client.calls.listJobs()).jobs[0];

  it("is offered, and has a field for each setting: defaults, units, ranges, titles of choices, groups, what is advanced", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Workflow: Postcard" }).click();
    const item = page.getByRole("menuitem", { name: /^Postcard/ });
    expect(await item.textContent()).toContain("A picture with a greeting and stamps");
    await page.keyboard.press("Escape");
    expect(await page.locator('[data-pointer="/params/greeting"] textarea').count()).toBe(1);
    expect(await field(page, "Greeting").inputValue()).toBe("Hello");
    const border = field(page, "Border");
    expect([
      await border.inputValue(),
      await border.getAttribute("min"),
      await border.getAttribute("max"),
    ]).toEqual(["8", "0", "64"]);
    expect(await border.getAttribute("step")).toBe("8");
    expect(await page.locator('[data-pointer="/params/border"]').textContent()).toContain("px");
    expect(await field(page, "Varnish").count()).toBe(0);
    await choose(field(page, "Frame"), "Wooden frame");
    expect(await field(page, "Varnish").inputValue()).toBe("0.5");
    await page.getByRole("group", { name: "Post", exact: true }).waitFor();
    expect(await field(page, "Weight").isVisible()).toBe(false);
    await page.getByText("Advanced · 1 setting").click();
    expect(await field(page, "Weight").isVisible()).toBe(true);
    await field(page, "Paper model").fill("ink");
    await page.getByRole("option", { name: "simulated-ink.safetensors" }).click();
    expect(await field(page, "Paper model").inputValue()).toBe("simulated-ink.safetensors");
  });

  it("marks a fault at its field, also in a list and in a group", async () => {
    const { page } = await open();
    await field(page, "Greeting").fill("x");
    await page.getByRole("button", { name: "+ Add stamp" }).click();
    await field(page, "Stamp 1").fill("a");
    await field(page, "House number").fill("0");
    await page.keyboard.press("Control+Enter");
    const fault = (pointer: string) => page.locator(`[data-pointer="${pointer}"] > .fault`);
    for (const pointer of ["/params/greeting", "/params/stamps/0", "/params/address/number"])
      await fault(pointer).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement?.tagName"), within).toBe("TEXTAREA");
    await page.getByRole("button", { name: "Remove Stamp 1" }).click();
    expect(await fault("/params/stamps/0").count()).toBe(0);
  });

  it("gets what was typed, and makes an image", async () => {
    const { page } = await open();
    await field(page, "Greeting").fill("Greetings from afar");
    await field(page, "Border").fill("16");
    await field(page, "Glossy").check();
    await page.getByRole("button", { name: "+ Add stamp" }).click();
    await field(page, "Stamp 1").fill("blue");
    await page.getByRole("button", { name: "+ Add stamp" }).click();
    await field(page, "Stamp 2").fill("red");
    await page.getByRole("button", { name: "Move Stamp 2 up" }).click();
    await field(page, "Street").fill("Harbour road");
    await generate(page);
    await expect.poll(async () => (await newest())?.state, within).toBe("finished");
    const job = await newest();
    expect([job?.workflow, job?.request?.params]).toEqual([
      "postcard",
      {
        greeting: "Greetings from afar",
        border: 16,
        glossy: true,
        stamps: ["red", "blue"],
        address: { street: "Harbour road" },
      },
    ]);
  });
});
