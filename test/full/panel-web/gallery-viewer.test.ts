// The viewer and the comparison in a browser.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { makeImage, startGallery } from "./gallery.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { waitForFocus, waitForWidth } from "./screens.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { entryOf, writeEntries } from "./seeded-gallery.test.support.js";

/** A video that this browser itself records, in base64: a canvas of which something changes. */
const recordVideo = `new Promise((resolve, reject) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm;codecs=vp8" });
  const parts = [];
  let drawn = 0;
  const draw = () => {
    context.fillStyle = drawn % 2 ? "#fff" : "#c00";
    context.fillRect(drawn, 0, 8, 48);
    if (++drawn < 20) requestAnimationFrame(draw); else recorder.stop();
  };
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = async () => {
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    resolve(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")));
  };
  recorder.onerror = reject;
  recorder.start();
  draw();
})`;

const transformOf = (page: Page): Promise<string> =>
  page
    .locator(".viewer .zoom-content")
    .evaluate(
      (element) => (element as unknown as { readonly style: { readonly transform: string } }).style.transform,
    );

describe.skipIf(chromiumPath === undefined)("the viewer", { timeout: 90_000 }, () => {
  const test = startForAll(() => startGallery({ count: 12, files: 12, side: 64 }));
  beforeAll(() => makeImage(test.client, "a yellow kite over the sea", { seed: "18446744073709551615" }));

  it("opens with Space, walks, zooms and pans by keys and by the wheel, and gives the focus back", async () => {
    const { page, list, tiles } = await test.openGallery();
    await tiles.nth(1).waitFor();
    await page.locator("main").press("ArrowRight");
    await page.keyboard.press(" ");
    const viewer = page.getByRole("dialog", { name: /number 11/ });
    await viewer.getByText("2 of 13").waitFor();
    const image = viewer.getByRole("img", { name: /number 11/ });
    await waitForWidth(image, 64);
    await page.keyboard.press("ArrowRight");
    await viewer.getByText("3 of 13").waitFor({ state: "detached" });
    await page
      .getByRole("dialog", { name: /number 10/ })
      .getByText("3 of 13")
      .waitFor();
    await page.keyboard.press("+");
    await expect.poll(() => transformOf(page)).toBe("translate(0px, 0px) scale(1.4)");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => transformOf(page)).toMatch(/^translate\(-80px, 0px\)/);
    await page.keyboard.press("0");
    await expect.poll(() => transformOf(page)).toBe("translate(0px, 0px) scale(1)");
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, -400);
    await page.getByRole("button", { name: /Fit the image; now 223 %/ }).click();
    await expect.poll(() => transformOf(page)).toBe("translate(0px, 0px) scale(1)");
    await page.getByRole("button", { name: "Previous image" }).click();
    await page.getByText("2 of 13").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await waitForFocus(list);
  });

  it("tells how an image was made, and copies each part", async () => {
    const { page, tiles } = await test.openGallery({ permissions: ["clipboard-read", "clipboard-write"] });
    await tiles.first().click();
    const details = page.getByRole("complementary", { name: "How it was made" });
    const text = (await details.textContent()) ?? "";
    for (const part of [
      "Text to image",
      "a yellow kite over the sea",
      "18446744073709551615",
      "embedded",
      "image/png",
    ])
      expect(text).toContain(part);
    await expect.poll(() => details.textContent(), within).toContain("64 × 64");
    await details.getByRole("button", { name: "Copy: Seed" }).click();
    await page.getByRole("dialog").getByText("Seed copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("18446744073709551615");
    await page.keyboard.press("i");
    await details.waitFor({ state: "detached" });
  });

  it("stars, downloads, and moves to the trash with an undo that can be reached", async () => {
    const { page, tiles, total } = await test.openGallery();
    await tiles.nth(3).click();
    const viewer = page.getByRole("dialog");
    const star = viewer.getByRole("button", { name: "Star" });
    // Keys before the viewer is there go to the gallery.
    await star.waitFor();
    await viewer.getByText("4 of 13").waitFor();
    await page.keyboard.press("s");
    await expect.poll(() => star.getAttribute("aria-pressed"), within).toBe("true");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      viewer.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("9.png");
    await page.keyboard.press("Delete");
    await viewer.getByText("4 of 12").waitFor();
    await viewer.getByRole("button", { name: "Undo" }).click();
    await viewer.getByText("of 13").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => total.textContent()).toBe("13");
    await test.client.calls.changePicture({
      params: {
        id: (await test.client.calls.listPictures({ query: { starred: "true" } })).pictures[0]?.id ?? "",
      },
      body: { starred: false },
    });
  });

  it("puts the settings of an image into the form, from the file and else from the journal", async () => {
    const { page, list, tiles, toast } = await test.openGallery();
    const prompt = page.getByLabel("Prompt", { exact: true });
    await tiles.first().click();
    await page.getByRole("button", { name: "Use these settings" }).click();
    await toast.getByText("The settings are in the form.").waitFor();
    await expect.poll(() => prompt.inputValue()).toBe("a yellow kite over the sea");
    expect(await page.getByLabel("Seed", { exact: true }).inputValue()).toBe("18446744073709551615");
    await list.press("ArrowRight");
    await page.keyboard.press("r");
    await toast.getByText("The settings come from the journal").waitFor();
    await expect.poll(() => prompt.inputValue()).toBe("number 11");
  });

  it("sends an image to every workflow that begins with one", async () => {
    const { page, tiles, toast } = await test.openGallery();
    await tiles.first().click();
    await page.getByRole("button", { name: "Send to…" }).click();
    const menu = page.getByRole("menu");
    const workflows = await menu.getByRole("menuitem").allTextContents();
    for (const name of ["Image to image", "Upscale"])
      expect(workflows.some((text) => text.startsWith(name))).toBe(true);
    expect(workflows.some((text) => text.startsWith("Text to image"))).toBe(false);
    await menu.getByRole("menuitem", { name: /^Image to image/ }).click();
    await toast.getByText("The image is in the form of Image to image.").waitFor();
    await page.getByRole("button", { name: "Remove the image" }).waitFor();
    const image = page.getByRole("img", { name: "The chosen image" });
    await waitForWidth(image, 64);
    await toast.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Remove the image" }).waitFor({ state: "detached" });
  });

  it("compares two images with a border that keys move, and side by side with one zoom", async () => {
    const { page, list, tiles } = await test.openGallery();
    await tiles.nth(1).click({ modifiers: ["Control"] });
    await tiles.nth(2).click({ modifiers: ["Control"] });
    await list.press("c");
    const dialog = page.getByRole("dialog", { name: "Compare two images" });
    const border = dialog.getByRole("slider", { name: "Border between the images" });
    expect(await border.getAttribute("aria-valuenow")).toBe("50");
    await border.press("ArrowRight");
    await border.press("PageUp");
    expect(await border.getAttribute("aria-valuenow")).toBe("62");
    await border.press("Home");
    expect(await border.getAttribute("aria-valuenow")).toBe("0");
    const box = await border.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(640, 200);
    await page.mouse.up();
    expect(await border.getAttribute("aria-valuenow")).toBe("50");
    const table = dialog.getByRole("table");
    const rows = await table.getByRole("row").allTextContents();
    expect(rows).toContain("Seed1844674407370955160418446744073709551605");
    expect(rows).toContain("Modelink.safetensorsdream.safetensors");
    await dialog.getByRole("button", { name: "Side by side" }).click();
    await dialog.getByRole("button", { name: "Zoom in" }).click();
    const scales = await dialog
      .locator(".zoom-content")
      .evaluateAll((all) =>
        all.map((element) => (element as unknown as { style: { transform: string } }).style.transform),
      );
    expect(scales).toEqual(["translate(0px, 0px) scale(1.4)", "translate(0px, 0px) scale(1.4)"]);
    await page.keyboard.press("Escape");
  });

  it("plays a video", async () => {
    const { page } = await test.open("#/generate");
    const video = join(test.folder, "film.webm");
    writeFileSync(video, Buffer.from(await page.evaluate<string>(recordVideo), "base64"));
    writeEntries(test.folder, [
      entryOf(0, video, { time: "2031-01-01T00:00:00Z", prompt: "a film", workflow: "svd" }),
    ]);
    const { page: other, tiles } = await test.openGallery();
    await tiles.first().getByText("Video").waitFor();
    await tiles.first().click();
    const player = other.locator("video");
    await expect
      .poll(
        () => player.evaluate((element) => Number((element as { videoWidth?: number }).videoWidth)),
        within,
      )
      .toBe(64);
    await expect
      .poll(
        () => player.evaluate((element) => Number((element as { currentTime?: number }).currentTime)),
        within,
      )
      .toBeGreaterThan(0);
    expect(await other.getByRole("button", { name: "Send to…" }).count()).toBe(0);
  });
});
