// A managed backend in a browser, with the stand-in for ComfyUI: installed by its plan, started, read, updated and stopped.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStage, type Stage } from "../managed/stage.test.support.js";
import { button, card } from "./backends.test.support.js";
import { chromiumPath, startPanel, type PanelTest } from "./panel.test.support.js";

const hasPrograms = ["git", "python3"].every((name) => spawnSync(name, ["--version"]).status === 0);
if (!hasPrograms) console.log("skipped: a managed backend needs git and python3");
const slow = { timeout: 240_000 };

describe.skipIf(chromiumPath === undefined || !hasPrograms)("a managed backend", { timeout: 280_000 }, () => {
  let stage: Stage;
  let test: PanelTest;
  beforeAll(async () => {
    stage = createStage({ isQuick: true });
    const written = JSON.parse(readFileSync(join(stage.project, "pictor.json"), "utf8")) as {
      readonly backends: Record<string, unknown>;
    };
    test = await startPanel({ configuration: { backends: written.backends, backend: "studio" } });
  }, 120_000);
  afterAll(async () => {
    await test.close();
    stage.dispose();
  });

  it("is installed by its plan after a question, started, read, and stopped", async () => {
    const { page } = await test.open("#/backends/studio");
    await page.getByText("Not installed").first().waitFor();
    await button(page, "Install…").click();
    expect(page.url()).toMatch(/#\/backends\/studio\/installation$/);
    const plan = page.getByRole("region", { name: "Installation" });
    await plan.getByText(/^git clone /).waitFor();
    await plan.getByRole("button", { name: "Install", exact: true }).click();
    const question = card(page, "Install studio").getByRole("region", { name: /^Install studio\?/ });
    await question.getByText("Python environment").waitFor();
    await question.getByRole("button", { name: "Install", exact: true }).click();
    await page.getByRole("progressbar", { name: "Progress: Install studio" }).waitFor();
    await card(page, "Install studio").getByText("The server is installed.").waitFor(slow);
    await plan.getByText("Everything is installed.").waitFor();
    expect(await plan.getByRole("img", { name: "To do" }).count()).toBe(0);

    await button(page, "Start").click();
    await card(page, "Start studio").getByText("The server is running.").waitFor(slow);
    await page.getByRole("tab", { name: "Log" }).click();
    await page
      .getByRole("log")
      .getByText(/To see the GUI go to/)
      .waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByText(/Managed ComfyUI at http:\/\/127\.0\.0\.1:\d+/).waitFor();
    await button(page, "Stop").click();
    await card(page, "Stop studio").getByText("The server is stopped.").waitFor(slow);
    await button(page, "Start").waitFor();
  });

  it("is updated; a version that is not there is refused with the reason, and the old one stays", async () => {
    const { page } = await test.open("#/backends/studio/installation");
    await page.getByLabel("Version", { exact: true }).fill("v99.0.0");
    await button(page, "Update").click();
    await card(page, "Update studio").getByRole("alert").waitFor(slow);
    await page.getByRole("region", { name: "Installation" }).getByText("Everything is installed.").waitFor();
  });
});
