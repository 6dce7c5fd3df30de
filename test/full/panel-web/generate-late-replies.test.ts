// Replies to the view "Generate" that arrive late, in a browser: what the user has typed or chosen meanwhile stays.

import { describe, expect, it } from "vitest";
import { makeImage } from "./gallery.test.support.js";
import { smallDraft, startGenerate } from "./generate.test.support.js";
import { holdReply } from "./held-replies.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { pictureBytes } from "./seeded-gallery.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)("a late reply in Generate", { timeout: 60_000 }, () => {
  const test = startForAll(() => startGenerate());

  it("that is the list of backends does not make the page say that there is none", async () => {
    const { page } = await test.openForm(smallDraft());
    const list = await holdReply(page, "GET", "/v1/backends");
    await page.reload();
    await list.sent;
    await page.getByRole("button", { name: "Backend: …", exact: true }).waitFor();
    await list.release();
    await page.getByRole("button", { name: /^Backend: studio/ }).waitFor();
  });

  it("that is an uploaded image leaves the prompt that was typed meanwhile", async () => {
    const { page } = await test.openForm(
      smallDraft({ workflow: "img2img", params: { img2img: { prompt: "before" } } }),
    );
    const upload = await holdReply(page, "POST", "/v1/uploads");
    const buffer = Buffer.from(pictureBytes(1));
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
    await upload.sent;
    await page.getByLabel("Prompt", { exact: true }).fill("typed meanwhile");
    await upload.release();
    await page.getByRole("button", { name: "Remove the image" }).first().waitFor();
    expect(await page.getByLabel("Prompt", { exact: true }).inputValue()).toBe("typed meanwhile");
  });

  it("that is a preset leaves the values of other workflows that were typed meanwhile", async () => {
    await test.client.calls.savePreset({
      params: { name: "kite" },
      body: { workflow: "txt2img", params: { prompt: "a preset" } },
    });
    const { page } = await test.openForm(
      smallDraft({ workflow: "img2img", params: { img2img: { prompt: "before" } } }),
    );
    const preset = await holdReply(page, "GET", "/v1/presets/kite");
    await page.getByRole("button", { name: /^Presets/ }).click();
    await page.getByRole("menuitem", { name: "kite" }).click();
    await preset.sent;
    const prompt = page.getByLabel("Prompt", { exact: true });
    await prompt.fill("typed meanwhile");
    await preset.release();
    await expect.poll(() => prompt.inputValue(), within).toBe("a preset");
    const kept = () => page.evaluate<string>("localStorage.getItem('pictor.draft')");
    await expect.poll(kept, within).toContain("a preset");
    expect(await kept()).toContain("typed meanwhile");
  });

  it("that is the list of images belongs to the newest filter, and a selection does not outlive its list", async () => {
    await makeImage(test.client, "one", { seed: "1" });
    await makeImage(test.client, "two", { seed: "2" });
    const { pictures } = await test.client.calls.listPictures();
    const { page } = await test.openForm(smallDraft());
    const tiles = page.getByRole("listbox", { name: "Images" }).getByRole("option");
    await expect.poll(() => tiles.count(), within).toBe(pictures.length);
    await tiles.first().click({ modifiers: ["Control"] });
    const selected = page.getByRole("toolbar", { name: "Selected images" });
    await selected.waitFor();
    const list = await holdReply(page, "GET", "/v1/pictures?*starred=true*");
    await page.getByRole("button", { name: "Only starred" }).click();
    await list.sent;
    // A star that somebody gives makes the page read its list again.
    await test.client.calls.changePicture({ params: { id: pictures[1]?.id ?? "" }, body: { starred: true } });
    await expect.poll(() => tiles.count(), within).toBe(1);
    await list.release();
    await selected.waitFor({ state: "detached" });
    expect(await tiles.count()).toBe(1);
  });
});
