// The gallery in a browser: what it shows, how it is searched, and what is done with several images.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { choose } from "./choices.test.support.js";
import { makeImage, numberOf, startGallery } from "./gallery.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { entryOf, writeEntries } from "./seeded-gallery.test.support.js";

const count = 130;

describe.skipIf(chromiumPath === undefined)("the gallery", { timeout: 90_000 }, () => {
  const test = startForAll(() => startGallery({ count, files: count, side: 48 }));

  it("shows the newest images first with their number, and goes on to the oldest one", async () => {
    const { list, tiles, total } = await test.openGallery();
    expect(await total.textContent()).toBe(String(count));
    await expect.poll(() => numberOf(tiles.first()), within).toBe(count - 1);
    await expect.poll(() => tiles.first().locator("img").getAttribute("src"), within).toMatch(/link=/);
    await list.press("End");
    await expect.poll(() => numberOf(list.locator(".active")), within).toBe(0);
  });

  it("finds words of the prompt, the model and the workflow, and says when nothing matches", async () => {
    const { page, tiles, total } = await test.openGallery();
    const search = page.getByRole("searchbox", { name: "Search images" });
    await page.locator("main").press("/");
    await page.keyboard.type("lighthouse ink");
    await expect.poll(() => total.textContent(), within).toBe("22");
    expect(await tiles.first().getAttribute("aria-label")).toMatch(/^lighthouse, number 127/);
    await search.fill("IMG2IMG");
    await expect.poll(() => total.textContent(), within).toBe("13");
    await search.fill("zebra");
    await page.getByText("No image matches.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => total.textContent(), within).toBe(String(count));
    expect(await search.inputValue()).toBe("");
  });

  it("shows only those of a workflow, of some days, and those with a star", async () => {
    const { page, list, tiles, total } = await test.openGallery();
    await page.getByRole("button", { name: "More filters" }).click();
    await choose(page.getByRole("combobox", { name: "Workflow", exact: true }), "Image to image");
    await expect.poll(() => total.textContent(), within).toBe("13");
    await choose(page.getByRole("combobox", { name: "Workflow", exact: true }), "All");
    await page.getByLabel("From", { exact: true }).fill("2026-01-02");
    await page.getByText("No image matches.").waitFor();
    await page.getByLabel("To", { exact: true }).fill("2026-01-01");
    await page.getByLabel("From", { exact: true }).fill("2026-01-01");
    await expect.poll(() => total.textContent(), within).toBe(String(count));
    await list.press("ArrowRight");
    await page.keyboard.press("s");
    await expect.poll(() => tiles.nth(1).getAttribute("aria-label"), within).toMatch(/starred/);
    await page.getByRole("button", { name: "Only starred" }).click();
    await expect.poll(() => total.textContent(), within).toBe("1");
    await list.press("s");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => total.textContent(), within).toBe(String(count));
    expect(await tiles.nth(1).getAttribute("aria-label")).not.toMatch(/starred/);
  });

  it("selects with Ctrl, Shift and keys, and all that match", async () => {
    const { page, list, tiles } = await test.openGallery();
    const selected = page.getByRole("toolbar", { name: "Selected images" }).getByRole("status");
    await tiles.nth(1).click({ modifiers: ["Control"] });
    await tiles.nth(4).click({ modifiers: ["Shift"] });
    await expect.poll(() => selected.textContent(), within).toBe("4 images selected");
    await tiles.nth(2).click();
    await expect.poll(() => selected.textContent(), within).toBe("3 images selected");
    await page.getByRole("button", { name: "Select all 130" }).click();
    await expect.poll(() => selected.textContent(), within).toBe("130 images selected");
    await list.press("Escape");
    await selected.waitFor({ state: "detached" });
    await list.press("Home");
    await list.press("x");
    await list.press("Shift+ArrowDown");
    await expect.poll(() => selected.textContent(), within).toBe("3 images selected");
    await list.press("Control+a");
    await expect.poll(() => selected.textContent(), within).toBe("130 images selected");
    expect(await list.locator('[aria-selected="true"]').count()).toBe(await tiles.count());
  });

  it("moves selected images to the trash, which the message takes back, and restores from the trash", async () => {
    const { page, list, tiles, total, toast } = await test.openGallery();
    await tiles.nth(0).click({ modifiers: ["Control"] });
    await tiles.nth(2).click({ modifiers: ["Control"] });
    await page.keyboard.press("Delete");
    await toast.getByText("2 images moved to the trash.").waitFor();
    await expect.poll(() => total.textContent(), within).toBe("128");
    expect(await numberOf(tiles.first())).toBe(count - 2);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => total.textContent(), within).toBe(String(count));
    await expect.poll(() => numberOf(tiles.first()), within).toBe(count - 1);

    await list.press("End");
    await expect.poll(() => numberOf(list.locator(".active")), within).toBe(0);
    await list.press("Delete");
    await expect.poll(() => total.textContent(), within).toBe("129");
    // It lies over the buttons of the trash until it disappears.
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("button", { name: "Trash", exact: true }).click();
    await page.getByRole("heading", { name: "Trash" }).waitFor();
    await expect.poll(() => numberOf(tiles.first()), within).toBe(0);
    await tiles.first().click({ modifiers: ["Control"] });
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("The trash is empty.").waitFor();
    await page.getByRole("button", { name: "Trash", exact: true }).click();
    await expect.poll(() => total.textContent(), within).toBe(String(count));
  });

  it("follows the changes of others, and says which files are missing or not shown", async () => {
    const { tiles, total } = await test.openGallery();
    const { pictures } = await test.client.calls.listPictures({ query: { limit: 2 } });
    const [first, second] = pictures.map(({ id }) => id);
    await test.client.calls.changePicture({ params: { id: second ?? "" }, body: { starred: true } });
    await expect.poll(() => tiles.nth(1).getAttribute("aria-label"), within).toMatch(/starred/);
    await test.client.calls.changePicture({ params: { id: second ?? "" }, body: { starred: false } });
    await test.client.calls.deletePictures({ body: { ids: [first ?? ""] } });
    await expect.poll(() => total.textContent(), within).toBe("129");
    await test.client.calls.restorePictures({ body: { ids: [first ?? ""] } });
    await expect.poll(() => total.textContent(), within).toBe(String(count));
  });

  it("shows the image of a job at once, and keeps the place of what one looks at", async () => {
    const { list, tiles, total } = await test.openGallery();
    const before = Number(await total.textContent());
    await makeImage(test.client, "a red kite");
    await expect.poll(() => tiles.first().getAttribute("aria-label"), within).toMatch(/^a red kite/);
    await list.press("PageDown");
    await list.press("PageDown");
    await list.press("PageDown");
    const watched = list.getByRole("option", { name: /number 105,/ });
    await watched.locator("img").waitFor();
    const place = await watched.boundingBox();
    await makeImage(test.client, "a blue kite");
    await makeImage(test.client, "a green kite");
    await expect.poll(() => total.textContent(), within).toBe(String(before + 3));
    await expect.poll(() => watched.getAttribute("aria-posinset"), within).toBe(String(count - 105 + 3));
    expect(await watched.boundingBox()).toEqual(place);
    await list.press("Home");
    await expect.poll(() => tiles.first().getAttribute("aria-label"), within).toMatch(/^a green kite/);
  });

  it("shows a file that is missing, and one that is no image, as what they are, and runs nothing of them", async () => {
    const html = join(test.folder, "page.png");
    writeFileSync(html, "<script>globalThis.ran = true</script>");
    const svg = join(test.folder, "drawing.svg");
    writeFileSync(
      svg,
      `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.ran = true"><script>ran = 1</script></svg>`,
    );
    const prompt = `<img src=x onerror="globalThis.ran = true"><b>bold</b>`;
    writeEntries(test.folder, [
      entryOf(0, join(test.folder, "moved.png"), { time: "2030-01-01T00:00:00Z", prompt: "moved" }),
      entryOf(0, html, { time: "2030-01-02T00:00:00Z", prompt }),
      entryOf(0, svg, { time: "2030-01-03T00:00:00Z", prompt: "drawing" }),
    ]);
    const { page, list, tiles } = await test.openGallery();
    const names = async () =>
      Promise.all([0, 1, 2].map((index) => tiles.nth(index).getAttribute("aria-label")));
    await expect
      .poll(names, within)
      .toEqual([
        "drawing, txt2img, not shown",
        `${prompt}, txt2img, not shown`,
        "moved, txt2img, file missing",
      ]);
    await list.press("ArrowRight");
    await list.press(" ");
    const viewer = page.getByRole("dialog", { name: prompt });
    await viewer.getByText("The file page.png is not shown").waitFor();
    expect(await viewer.locator(".details").textContent()).toContain(prompt);
    expect(await viewer.locator("b").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    await page.getByText("The file moved.png is not where it was saved.").waitFor();
    expect(await page.evaluate("globalThis.ran")).toBeUndefined();
  });
});

describe.skipIf(chromiumPath === undefined)("an empty gallery", { timeout: 60_000 }, () => {
  const test = startForAll(() => startGallery());

  it("says how it is filled", async () => {
    const { page, total } = await test.openGallery();
    expect(await total.textContent()).toBe("0");
    await page.getByText("Images that you generate appear here").waitFor();
  });

  it("says why it cannot be read, and reads it again on request", async () => {
    const { page } = await test.openGallery();
    await page.route("**/v1/pictures?*", (route) => route.abort());
    await page.getByRole("button", { name: "Only starred" }).click();
    await page.getByText("Pictor does not answer.").waitFor();
    await page.unroute("**/v1/pictures?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No image matches.").waitFor();
    await expect.poll(() => page.getByText("Pictor does not answer.").count()).toBe(0);
  });
});
