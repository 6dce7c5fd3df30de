// Extensions in a browser: what is installed, what can be installed, what a workflow needs; and consent before anything is done.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AvailableExtension } from "@pictor/kernel";
import { extension, fakeExtensions, type FakeExtensions } from "@pictor/host/testing";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { card, startBackends } from "./backends.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { workflow } from "./strangers/workflow.js";
import { startForAll } from "../../start-for-all.test.support.js";

const place = "#/backends/studio/extensions";
const available: readonly AvailableExtension[] = Array.from({ length: 45 }, (_, index) => ({
  id: `owner/pack-${index}`,
  title: `Pack ${index}`,
  description: "Nodes for images",
  author: "somebody",
  version: "1.2.3",
}));
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const act = async (page: Page, id: string, item: string): Promise<void> => {
  await page.getByRole("button", { name: `Actions for ${id}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

describe.skipIf(chromiumPath === undefined)("the extensions of a backend", { timeout: 60_000 }, () => {
  const test = startForAll(() => startBackends({ plugins: [workflow] }));
  let fake: FakeExtensions;
  beforeEach(() => {
    fake = fakeExtensions({
      available,
      providers: { PackNode: ["owner/pack-7"], EmptyImage: ["owner/pack-7"] },
      installed: [
        extension("owner/glow", { loaded: true }),
        extension("acme/broken", { loaded: false, failure: "ModuleNotFoundError: glow" }),
        extension("beta/off", { enabled: false }),
      ],
    });
    test.backend.facets = { extensions: fake.facet };
  });

  it("are listed with versions, states and failures", async () => {
    const { page } = await test.open(place);
    const installed = section(page, "Installed");
    const entry = (id: string) => installed.getByRole("listitem").filter({ hasText: id });
    await expect.poll(() => entry("owner/glow").textContent(), within).toMatch(/1\.0\.0Loaded · git/);
    expect(await entry("acme/broken").textContent()).toMatch(/Failed to load.*ModuleNotFoundError: glow/);
    expect(await entry("beta/off").textContent()).toMatch(/Disabled/);
  });

  it("are searched page by page, and installed in a range after consent to what exactly will happen", async () => {
    const { page } = await test.open(place);
    const list = section(page, "Available");
    await list.getByText("45 extensions").waitFor();
    expect(await list.getByRole("listitem").count()).toBe(20);
    await list.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => list.getByRole("listitem").count(), within).toBe(40);
    await page.getByLabel("Search extensions").fill("pack 7");
    await list.getByText("1 extension", { exact: true }).waitFor();
    await page.getByLabel("Versions of Pack 7").fill("1.2.0");
    await list.getByRole("button", { name: "Install", exact: true }).click();
    const question = card(page, "Install owner/pack-7 on studio").getByRole("region");
    await expect
      .poll(() => question.textContent(), within)
      .toMatch(/owner\/pack-7.*github\.com\/owner\/pack-7/s);
    expect(fake.done).toEqual([]);
    await question.getByRole("button").first().click();
    await page.getByText(/^Changed: owner\/pack-7 1\.2\.0\./).waitFor();
    await section(page, "Installed").getByText("owner/pack-7", { exact: true }).waitFor();
    expect(fake.done).toMatchObject([["install", { id: "owner/pack-7", range: "1.2.0" }]]);
  });

  it("are not installed if the person declines", async () => {
    const { page } = await test.open(place);
    await section(page, "Available").getByRole("button", { name: "Install", exact: true }).first().click();
    const question = card(page, "Install owner/pack-0 on studio").getByRole("region");
    await question.getByRole("button").last().click();
    await page.getByText("Nothing was changed.").waitFor();
    expect(fake.done).toEqual([]);
  });

  it("are updated, enabled, disabled and removed", async () => {
    const { page } = await test.open(place);
    await act(page, "owner/glow", "Update");
    const update = card(page, "Update owner/glow on studio");
    await update.getByRole("region").getByRole("button").first().click();
    await update.getByText(/^Changed: owner\/glow 2\.0\.0\./).waitFor();
    await act(page, "beta/off", "Enable");
    await card(page, "Enable off on studio")
      .getByText(/^Changed: beta\/off/)
      .waitFor();
    await act(page, "owner/glow", "Disable");
    await card(page, "Disable glow on studio")
      .getByText(/^Changed: owner\/glow/)
      .waitFor();
    await act(page, "acme/broken", "Remove");
    await card(page, "Remove broken on studio").getByRole("region").getByRole("button").first().click();
    await expect
      .poll(() => section(page, "Installed").getByText("acme/broken", { exact: true }).count(), within)
      .toBe(0);
    expect(fake.done.map((one) => (one as readonly unknown[])[0])).toEqual([
      ...["update", "enable", "disable", "remove"],
    ]);
  });

  it("that a graph needs are a table, and what is missing is installed from there", async () => {
    const { page } = await test.open(place);
    const file = join(test.folder, "graph.json");
    writeFileSync(file, JSON.stringify({ "1": { class_type: "PackNode", inputs: {} } }));
    await page.getByLabel("Graph to check").setInputFiles(file);
    await page.getByText("graph.json: something is missing.").waitFor();
    const row = page.getByRole("row").filter({ hasText: "owner/pack-7" });
    expect(await row.getByRole("cell").allTextContents()).toMatchObject([
      expect.stringContaining("PackNode"),
      "any",
      "not installed",
      "Install",
      expect.stringContaining("owner/pack-7"),
    ]);
    await page.getByRole("button", { name: "Install what is missing" }).click();
    await card(page, "Install owner/pack-7 on studio")
      .getByRole("region")
      .getByRole("button")
      .first()
      .click();
    await expect.poll(() => fake.done.length, within).toBe(1);
  });

  it("that the workflow of the form needs are checked with its values", async () => {
    const { page } = await test.open("#/generate");
    await page.getByRole("button", { name: /^Workflow/ }).click();
    await page.getByRole("menuitem", { name: /^Placard/ }).click();
    await page.getByLabel("Width", { exact: true }).fill("96");
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    const sent = page.waitForRequest(/extensions\/check$/);
    await page.getByRole("button", { name: "Check placard, as in the form" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ workflow: "placard", params: { width: 96 } });
    await page.getByText("The workflow placard in the form: something is missing.").waitFor();
    await page.getByRole("cell", { name: "owner/pack-7 EmptyImage" }).waitFor();
  });

  it("a file that is no graph is refused with the way to get one", async () => {
    const { page } = await test.open(place);
    const file = join(test.folder, "editor.json");
    writeFileSync(file, JSON.stringify({ nodes: [], links: [] }));
    await page.getByLabel("Graph to check").setInputFiles(file);
    await page
      .getByRole("alert")
      .getByText(/^editor\.json: .*Export \(API\)/)
      .waitFor();
  });
});
