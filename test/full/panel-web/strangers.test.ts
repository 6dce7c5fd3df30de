// The plugins of strangers appear in the panel with complete forms, without a change of the panel.

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { choose } from "./choices.test.support.js";
import { axeViolations } from "./axe.test.support.js";
import { chromiumPath, startPanel, within } from "./panel.test.support.js";
import { backendKind } from "./strangers/backend-kind.js";
import { workflow } from "./strangers/workflow.js";
import { startForAll } from "../../start-for-all.test.support.js";

const field = (within_: Page | Locator, name: string) => within_.getByLabel(name, { exact: true });

describe.skipIf(chromiumPath === undefined)("a stranger's", { timeout: 60_000 }, () => {
  const test = startForAll(() => startPanel({ plugins: [backendKind, workflow] }));

  it("workflow runs with a feature of the stranger, which is offered and has its fields", async () => {
    const { page } = await test.open("#/generate");
    await page.getByRole("button", { name: /^Workflow/ }).click();
    await page.getByRole("menuitem", { name: /^Placard/ }).click();
    for (const name of ["Width", "Height"]) await field(page, name).fill("64");
    await page.getByRole("button", { name: "Add a feature" }).click();
    await page.getByRole("menuitem", { name: /^Varnish/ }).click();
    await expect.poll(() => field(page, "Coats").inputValue(), within).toBe("1");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await page.getByText("Finished, with 1 result.").first().waitFor();
  });

  it("backend kind has a complete form, is made, and shows what it is", async () => {
    const { page } = await test.open("#/backends//new");
    await field(page, "Name").fill("fields");
    await choose(field(page, "Kind"), "Render farm");
    await choose(field(page, "Region"), "In the south");
    await field(page, "Workers").fill("3");
    await field(page, "Share").fill("0.25");
    expect(await field(page, "Highest bid").count()).toBe(0);
    await field(page, "Spot machines").check();
    await field(page, "Highest bid").fill("2.5");
    await field(page, "Note").fill("two\nlines");
    await field(page, "API key").fill("very secret");
    await page.getByRole("button", { name: "+ Add label" }).click();
    await field(page, "Label 1").fill("night");
    await page.getByRole("button", { name: "+ Add mount" }).click();
    await field(page, "From").fill("/data");
    await field(page, "Read only").check();
    await page.getByText("Advanced · 1 setting").click();
    await field(page, "Proxy").fill("http://127.0.0.1:3128/");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "fields", exact: true }).waitFor();
    await page.getByText("8 GB of 16 GB in use").waitFor();
    const reply = await fetch(new URL("/v1/backends/fields/settings", test.server.url), {
      headers: { Authorization: `Bearer ${test.server.token}` },
    });
    expect(await reply.json()).toEqual({
      kind: "farm",
      region: "south",
      workers: 3,
      share: 0.25,
      isSpot: true,
      bid: 2.5,
      note: "two\nlines",
      apiKey: { $secret: "backend.fields.apiKey" },
      labels: ["night"],
      mounts: [{ from: "/data", isReadOnly: true }],
      network: { proxy: "http://127.0.0.1:3128/" },
    });
  });
});
