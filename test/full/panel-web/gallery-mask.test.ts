// The mask editor in a browser: painting, keys, the file that it makes, and an image of which only a part is made anew.

import { PNG } from "pngjs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { pictureBytes } from "./seeded-gallery.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const side = 128;

/** The mask as it is on the screen: how many of its pixels are painted, from 0 to 1. */
const paintedShare = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector(".mask-canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let painted = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 127) painted++;
    return painted / (canvas.width * canvas.height);
  })()`);

describe.skipIf(chromiumPath === undefined)("the mask editor", { timeout: 90_000 }, () => {
  const test = startForAll(() => startGenerate());

  /** The form of img2img with an uploaded image. */
  async function openForm() {
    const bytes = Buffer.from(pictureBytes(3, side));
    const { id } = await test.client.calls.upload({ bytes: new Uint8Array(bytes) });
    const params = { prompt: "a red kite", steps: 4, seed: "5", denoise: 1, image: { $upload: id } };
    const opened = await test.openForm(smallDraft({ workflow: "img2img", params: { img2img: params } }));
    return { ...opened, bytes };
  }
  async function openEditor() {
    const form = await openForm();
    await form.page.getByRole("button", { name: "Draw a mask" }).click();
    const editor = form.page.getByRole("dialog", { name: "Draw a mask" });
    const canvas = editor.locator(".mask-canvas");
    await canvas.waitFor();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error("The canvas is not shown.");
    const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return { ...form, editor, canvas, center };
  }

  it("needs an image, and says so", async () => {
    const { page } = await test.openForm(
      smallDraft({ workflow: "img2img", params: { img2img: { prompt: "x" } } }),
    );
    const button = page.getByRole("button", { name: "Draw a mask" });
    expect([await button.isDisabled(), await button.getAttribute("title")]).toEqual([
      true,
      "Choose or drop an image first",
    ]);
  });

  it("paints, erases, fills, inverts, clears, and takes each step back", async () => {
    const { page, editor, center } = await openEditor();
    await page.mouse.move(center.x, center.y);
    await page.mouse.down();
    await page.mouse.move(center.x + 100, center.y, { steps: 4 });
    await page.mouse.up();
    const stroke = await paintedShare(page);
    expect(stroke).toBeGreaterThan(0.005);
    await page.keyboard.press("i");
    await expect.poll(() => paintedShare(page)).toBeCloseTo(1 - stroke, 2);
    await page.keyboard.press("Control+z");
    await expect.poll(() => paintedShare(page)).toBeCloseTo(stroke, 5);
    await page.keyboard.press("Control+z");
    await expect.poll(() => paintedShare(page)).toBe(0);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => paintedShare(page)).toBeCloseTo(stroke, 5);
    await editor.getByRole("button", { name: "Fill" }).click();
    await expect.poll(() => paintedShare(page)).toBe(1);
    await page.keyboard.press("e");
    await page.mouse.click(center.x, center.y);
    await expect.poll(() => paintedShare(page)).toBeLessThan(1);
    await editor.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => paintedShare(page)).toBe(0);
  });

  it("paints with the pressure of a pen, and with keys alone", async () => {
    const { page, editor, canvas } = await openEditor();
    const size = editor.getByRole("slider", { name: "Size" });
    const before = Number(await size.inputValue());
    await canvas.press("]");
    expect(Number(await size.inputValue())).toBeGreaterThan(before);
    await canvas.press("[");
    await canvas.press("Space");
    const dab = await paintedShare(page);
    expect(dab).toBeGreaterThan(0);
    await canvas.press("Shift+ArrowRight");
    await canvas.press("Space");
    await expect.poll(() => paintedShare(page)).toBeGreaterThan(dab * 1.5);
    await editor.getByRole("button", { name: "Clear" }).click();
    const press = (pressure: number): Promise<unknown> =>
      page.evaluate(`(() => {
        const canvas = document.querySelector(".mask-canvas");
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + height / 2 };
        const pen = { ...at, bubbles: true, pointerType: "pen", pointerId: 1, isPrimary: true, button: 0, pressure: ${pressure} };
        canvas.setPointerCapture = () => {};
        for (const type of ["pointerdown", "pointerup"]) canvas.dispatchEvent(new PointerEvent(type, pen));
      })()`);
    await press(0.3);
    const light = await paintedShare(page);
    await editor.getByRole("button", { name: "Clear" }).click();
    await press(1);
    expect(await paintedShare(page)).toBeGreaterThan(light * 4);
  });

  it("asks before it throws a mask away", async () => {
    const { page, editor, canvas } = await openEditor();
    await canvas.press("Space");
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Discard the mask?" });
    await question.getByRole("button", { name: "Keep it" }).click();
    expect(await paintedShare(page)).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await editor.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Draw a mask" }).waitFor();
  });

  it("gives a mask of the size of the image with which only its white part is made anew", async () => {
    const { page, editor, center, bytes } = await openEditor();
    await page.mouse.click(center.x, center.y);
    await editor.getByRole("button", { name: "Use the mask" }).click();
    await page.getByRole("button", { name: "Change the mask" }).waitFor();
    await page.keyboard.press("Control+Enter");
    const finished = async () =>
      (await test.client.calls.listJobs()).jobs.find(
        ({ workflow, state }) => workflow === "img2img" && state === "finished",
      );
    await expect.poll(finished, within).toBeDefined();
    const job = await finished();
    const reference = job?.request?.params?.["mask"] as { readonly $upload: string };
    const file = await test.client.calls.readUploadFile({ params: { id: reference.$upload } });
    const mask = PNG.sync.read(Buffer.from(await file.arrayBuffer()));
    expect([mask.width, mask.height]).toEqual([side, side]);
    const at = (image: PNG, x: number, y: number) => [
      ...image.data.subarray((y * side + x) * 4, (y * side + x) * 4 + 3),
    ];
    expect([at(mask, 64, 64), at(mask, 2, 2)]).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);
    const output = await test.client.calls.readOutput({ params: { id: job?.id ?? "", index: "0" } });
    const made = PNG.sync.read(Buffer.from(await output.arrayBuffer()));
    const given = PNG.sync.read(bytes);
    const difference = (x: number, y: number): number =>
      at(made, x, y).reduce((sum, value, index) => sum + Math.abs(value - (at(given, x, y)[index] ?? 0)), 0);
    const mean = (from: number, to: number): number => {
      let sum = 0;
      for (let y = from; y < to; y++) for (let x = from; x < to; x++) sum += difference(x, y);
      return sum / (to - from) ** 2;
    };
    expect(mean(58, 70)).toBeGreaterThan(4 * mean(0, 24));
  });

  it("goes on with the mask that is there", async () => {
    const { page, editor, canvas } = await openEditor();
    await canvas.press("Space");
    const share = await paintedShare(page);
    await editor.getByRole("button", { name: "Use the mask" }).click();
    await page.getByRole("button", { name: "Change the mask" }).click();
    await canvas.waitFor();
    await expect.poll(() => paintedShare(page)).toBeCloseTo(share, 3);
  });
});
