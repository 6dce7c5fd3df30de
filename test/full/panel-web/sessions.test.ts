// Several pages of one panel in browsers: a second tab, another browser, a new address in an old tab.

import { manifestOf } from "@pictor/host/testing";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { BuildWorkflow } from "@pictor/kernel/plugin";
import { axeViolations } from "./axe.test.support.js";
import { chromiumPath, startPanel, type PanelOptions } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const postcard = manifestOf("workflow-postcard", "workflow", {
  taps: [{ hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: "postcard" } }],
  contributes: {
    workflows: [{ id: "postcard", title: "Postcard", params: { type: "object", properties: {} } }],
  },
});
const build: BuildWorkflow = (draft) => draft;

describe.skipIf(chromiumPath === undefined)("a page without a session", { timeout: 90_000 }, () => {
  const plugins: NonNullable<PanelOptions["plugins"]>[number][] = [];
  const test = startForAll(() => startPanel({ plugins }));
  const address = (): string => test.server.panels.urlOf("web") ?? "";

  /** Presses the button, and agrees in the open page, which shows the same code. */
  async function letIn(page: Page, open: Page): Promise<void> {
    await page.getByRole("button", { name: "Ask an open page" }).click();
    const code = (await page.locator(".code-large").textContent()) ?? "";
    // Behind another page, one is drawn once a second, so that each click takes two.
    await open.bringToFront();
    const question = open.getByRole("region", { name: `Let another page in? Its code is ${code}` });
    await question.getByRole("button", { name: new RegExp(`It shows ${code}`, "i") }).click();
    await page.locator("main.view").waitFor();
    await question.waitFor({ state: "detached" });
  }

  it("is let in by an open one, as a second tab", async () => {
    const { page: open } = await test.open();
    const second = await open.context().newPage();
    await second.goto(address());
    await second.getByRole("heading", { name: "No session" }).waitFor();
    expect(await axeViolations(second)).toEqual([]);
    await letIn(second, open);
    await second.reload();
    await second.locator("main.view").waitFor();
  });

  it("is not one whose server was restarted: it goes on, and so does one that was let in", async () => {
    const { page } = await test.open();
    const second = await page.context().newPage();
    await second.goto(address());
    await letIn(second, page);
    await page.getByLabel("Prompt", { exact: true }).fill("a red kite");
    await test.restart();
    for (const each of [page, second]) {
      await each.bringToFront();
      await each.getByRole("button", { name: /^Generate/ }).click();
      await each
        .getByRole("status")
        .filter({ hasText: "Pictor does not answer" })
        .waitFor({ state: "detached" });
    }
    await page.locator(".stage img").first().waitFor();
    await second.reload();
    await second.locator("main.view").waitFor();
  });

  it("that outlives its server shows the workflows of the next one", async () => {
    const { page } = await test.open();
    await page.getByLabel("Prompt", { exact: true }).waitFor();
    // The browser reports each request that a server leaves without a reply while it ends.
    page.removeAllListeners("console");
    plugins.push({ kind: "inline", manifest: postcard, plugin: () => ({ handlers: { build } }) });
    await test.restart();
    const status = page.getByRole("status").filter({ hasText: "Pictor does not answer" });
    await status.waitFor();
    await status.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Workflow: / }).click();
    await page.getByRole("menuitem", { name: /^Postcard/ }).waitFor();
  });

  it("is let in by an open one, as another browser, and not if a person refuses", async () => {
    const { page: open } = await test.open();
    const context = await test.browser.newContext();
    onTestFinished(() => context.close());
    const other = await context.newPage();
    await other.goto(address());
    await letIn(other, open);
    const third = await context.newPage();
    await third.goto(address());
    await third.getByRole("button", { name: "Ask an open page" }).click();
    await open.bringToFront();
    await open.getByRole("button", { name: "Refuse", exact: true }).click();
    await third.getByText("The other page has refused.").waitFor();
  });

  it("opens with a new address that is put into its own address line", async () => {
    const { page } = await test.open();
    await page.evaluate("sessionStorage.clear()");
    await page.goto(address());
    await page.reload();
    await page.getByRole("heading", { name: "No session" }).waitFor();
    await page.evaluate(`location.href = ${JSON.stringify(test.server.panels.open("web"))}`);
    await page.locator("main.view").waitFor();
    expect(page.url()).not.toContain("code=");
  });
});
