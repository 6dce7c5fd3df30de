// Whether everybody can use the view "Generate": axe-core in light and dark on narrow and wide screens, and the main
// task by keyboard.

import { describe, expect, it } from "vitest";
import { axeViolations } from "./axe.test.support.js";
import { progressLine, smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { focusedName, tabTo, widths } from "./screens.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)("everybody", { timeout: 120_000 }, () => {
  const test = startForAll(() => startGenerate());

  const feature = { id: "lora", key: "a", settings: { name: "simulated-winter.safetensors" }, isOn: true };
  const open = (width: number, more: object = {}) =>
    test.openForm(smallDraft({ features: [feature, { ...feature, key: "b", isOn: false }], ...more }), {
      viewport: { width, height: 800 },
    });

  it.each(widths)("finds no barrier at %d pixels: in the form, and in what it opens", async (width) => {
    const { page } = await open(width);
    await page.getByLabel("Prompt", { exact: true }).waitFor();
    await page.getByText(/^Advanced/).click();
    await page.locator(".feature-title").first().click();
    expect(await axeViolations(page)).toEqual([]);
    for (const name of [/^Workflow/, /^Backend/, "Add a feature", /^Presets/]) {
      await page.getByRole("button", { name }).click();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Show the graph" }).click();
    await page.getByRole("region", { name: "Picture of the graph" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("tab", { name: "List" }).click();
    expect(await axeViolations(page)).toEqual([]);
  });

  it.each(widths)(
    "finds no barrier at %d pixels: while a job runs, waits, fails and has ended",
    async (width) => {
      test.studio.faults.set([{ kind: "slow-steps", ms: 700, times: 2 }]);
      const { page } = await open(width, { features: [], count: 2 });
      await page.keyboard.press("Control+Enter");
      await page.keyboard.press("Control+Enter");
      if (width < 720) await page.getByRole("tab", { name: "Stage" }).click();
      await page.getByText(/^Preview/).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await expect
        .poll(() => progressLine(page).textContent(), { timeout: 60_000 })
        .toMatch(/^Finished · 2 results/);
      expect(await axeViolations(page)).toEqual([]);
      test.studio.faults.set([{ kind: "node-error", times: 1 }]);
      await page.keyboard.press("Control+Enter");
      await page.locator(".job-error").waitFor();
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  it("generates with the keyboard alone: a workflow, a prompt, a feature, the result, the next one", async () => {
    const { page } = await test.openForm(smallDraft());
    await page.getByLabel("Prompt", { exact: true }).waitFor();
    const press = (...keys: readonly string[]) =>
      keys.reduce<Promise<void>>(
        (before, key) => before.then(() => page.keyboard.press(key)),
        Promise.resolve(),
      );
    const focused = () => focusedName(page);
    await tabTo(page, /^Workflow/);
    await press("Enter", "Escape");
    expect(await focused()).toMatch(/^Workflow/);
    for (
      let turn = 0;
      turn < 12 && (await page.evaluate("document.activeElement.tagName")) !== "TEXTAREA";
      turn++
    )
      await press("Tab");
    await press("Control+a");
    await page.keyboard.type("a green boat");
    await tabTo(page, /^Add a feature$/);
    await press("Enter");
    await page.getByRole("menuitem").first().waitFor();
    for (let turn = 0; turn < 20 && !(await focused()).startsWith("FreeU"); turn++) await press("ArrowDown");
    await press("Enter");
    await expect.poll(focused, within).toMatch(/^FreeU/);
    await press("Control+Enter");
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/^Finished/);
    await page.getByRole("img", { name: "Result: a green boat" }).and(page.locator(".picture")).waitFor();
    const [job] = (await test.client.calls.listJobs()).jobs;
    expect(job?.request?.features).toEqual([{ id: "freeu", settings: {} }]);
  });
});
