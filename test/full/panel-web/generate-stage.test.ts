// The stage of the view "Generate" in a browser: what a result is, its seed, its details; and what a feature asks.

import { describe, expect, it } from "vitest";
import { axeViolations } from "./axe.test.support.js";
import { smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const draft = (more: object = {}): object =>
  smallDraft({
    params: { txt2img: { prompt: "a red kite", width: 64, height: 96, steps: 2, seed: "4242" } },
    ...more,
  });

describe.skipIf(chromiumPath === undefined)("the stage", { timeout: 60_000 }, () => {
  const test = startForAll(() => startGenerate());

  it("says what a result is, gives its seed back, and shows its details beside it", async () => {
    const { page } = await test.openForm(draft());
    await page.keyboard.press("Control+Enter");
    const about = page.getByRole("group", { name: "About the result" });
    await about.getByText("64 × 96").waitFor(within);
    await about.getByText("4242").waitFor();
    const seed = page.getByLabel("Seed", { exact: true });
    await seed.fill("1");
    await about.getByRole("button", { name: "Use this seed" }).click();
    expect(await seed.inputValue()).toBe("4242");
    await page.getByRole("heading", { name: "Generate" }).click();
    await page.keyboard.press("i");
    const details = page.getByRole("complementary", { name: "Details of the result" });
    await details.getByText("a red kite").waitFor(within);
    expect(await page.locator(".form-column").getByLabel("Prompt", { exact: true }).isVisible()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("i");
    await details.waitFor({ state: "detached" });
  });

  it("is not reached by a LoRA that nobody has chosen: the feature asks which", async () => {
    const features = [{ id: "lora", key: "a", settings: {}, isOn: true }];
    const { page } = await test.openForm(draft({ features }));
    await page.keyboard.press("Control+Enter");
    await page.getByText("LoRA is required.").waitFor(within);
    const counted = page.getByText("One field needs another value.");
    await counted.waitFor();
    // What is wrong with a feature goes with it.
    await page.getByRole("button", { name: "LoRA: move or remove" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await counted.waitFor({ state: "detached" });
  });
});
