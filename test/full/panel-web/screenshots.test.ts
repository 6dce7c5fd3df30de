// The screenshots of README.md and docs/panel.md, taken of runs with fixed seeds.

import { describe, expect, it, onTestFinished } from "vitest";
import { compareWithPicture } from "../screenshot.test.support.js";
import { choose } from "./choices.test.support.js";
import { makeImage, startGallery } from "./gallery.test.support.js";
import { progressLine } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startRequestTest } from "./request-bed.test.support.js";

const viewport = { width: 1280, height: 800 };
const maxBytes = 200_000;

describe.skipIf(chromiumPath === undefined)("the pages show", { timeout: 120_000 }, () => {
  it("the view Generate with an image", async () => {
    const test = await startGallery();
    onTestFinished(() => test.close());
    const earlier = [
      ["a red kite over the sea", 384, 256],
      ["snowy mountains at night, a full moon", 256, 256],
      ["a sailing boat in the morning mist", 256, 384],
      ["a lighthouse in a storm", 256, 256],
      ["a house on a green hill at noon", 384, 256],
      ["the sun rises over a calm sea", 256, 256],
    ] as const;
    for (const [index, [prompt, width, height]] of earlier.entries())
      await makeImage(test.client, prompt, { width, height, steps: 8, seed: String(20 + index) });
    const { pictures } = await test.client.calls.listPictures();
    await test.client.calls.changePicture({ params: { id: pictures[2]?.id ?? "" }, body: { starred: true } });
    const prompt = "a lighthouse over a calm sea at dusk, golden light, mountains in the distance";
    const draft = {
      workflow: "txt2img",
      count: 1,
      params: { txt2img: { prompt, negative: "people", width: 768, height: 512, steps: 12, seed: "7" } },
      features: [
        {
          id: "lora",
          key: "a",
          settings: { name: "simulated-winter.safetensors", strength: 0.4 },
          isOn: true,
        },
        { id: "freeu", key: "b", settings: {}, isOn: false },
      ],
    };
    const { page, tiles } = await test.openGallery({
      viewport,
      colorScheme: "light",
      localStorage: { "pictor.draft": JSON.stringify(draft) },
    });
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/^Finished/);
    const loaded = (): Promise<number> =>
      tiles
        .locator("img")
        .evaluateAll(
          (all) =>
            (all as unknown as { readonly naturalWidth: number }[]).filter((image) => image.naturalWidth > 0)
              .length,
        );
    await expect.poll(loaded, within).toBe(earlier.length + 1);
    await page.locator("img.picture").waitFor();
    await compareWithPicture(page, { name: "panel-generate.webp", shownIn: "README.md", maxBytes });
  });

  it("the view Request with a reply", async () => {
    process.env["PICTOR_TEST_PASSWORD"] = "long-enough";
    const basic = { username: "ada", password: { $env: "PICTOR_TEST_PASSWORD" } };
    const test = await startRequestTest(({ origin }) => ({
      configuration: { profiles: { studio: { type: "basic", schemes: { basic }, origins: [origin] } } },
    }));
    onTestFinished(async () => {
      delete process.env["PICTOR_TEST_PASSWORD"];
      await test.close();
    });
    const card = { encoded: "YQ==", retries: 2, tags: ["sea", "dusk"], saved: true };
    test.api.answer = (_arrived, response) => {
      response.setHeader("content-type", "application/json");
      response.setHeader("x-request-id", "7f3c");
      response.end(JSON.stringify({ id: 7, name: "lighthouse", author: { name: "Ada" }, ...card }));
    };
    const request = await test.open({ viewport, colorScheme: "dark" });
    const { page, address } = request;
    await address.fill(`${test.api.origin}/images/7?size=large`);
    await page.keyboard.press("Escape");
    await request.tab("Auth");
    await choose(page.getByRole("combobox", { name: "Profile", exact: true }), "studio");
    await request.sendFor("200 OK");
    await compareWithPicture(page, { name: "panel-request.webp", shownIn: "docs/panel.md", maxBytes });
  });
});
