// KoboldAI Lite, a page of another origin, unchanged: it draws with the gateway and with the API of the web UI.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../server/testing/start-server.js";
import { chromiumPath, openBrowser } from "../browser.test.support.js";
import { servePage } from "./programs.test.support.js";

const file = join(process.env["PICTOR_PROGRAMS"] ?? import.meta.dirname, "koboldai-lite.html");
const isThere = chromiumPath !== undefined && existsSync(file);
if (!isThere)
  console.log(
    `-- skipped: Chromium or ${file} is missing, which is index.html of LostRuins/lite.koboldai.net`,
  );

const lite = await servePage(isThere ? readFileSync(file) : "");
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({
    configuration: { backend: "play", backends: { play: { kind: "embedded" } } },
    origins: [lite.origin],
    ports: () => ["/comfy/play", "/sdapi/v1"].map((path) => ({ port: 0, path })),
  });
});
afterAll(async () => {
  await lite.close();
  await test.close();
});

const text = (value: string): string => JSON.stringify(value);
const wanted = (models: string): string =>
  `{ prompt: "a kite", models: [document.getElementById("${models}").value], params: { cfg_scale: 5, width: 64, height: 64, steps: 2, sampler_name: "euler" } }`;
const draw = `globalThis.drawn = generate_comfy_image(${wanted("generate_images_comfy_model")}, true)`;
const shown = "image_db[globalThis.drawn].done && image_db[globalThis.drawn].result";
const connect = "connect_to_comfyui(true)";
/** The page's own functions: connect to an address, draw, and read the image that it shows. */
const programs: Readonly<Record<string, (ports: readonly string[]) => readonly string[]>> = {
  ComfyUI: ([comfy = ""]) => [
    `localsettings.saved_comfy_url = ${text(comfy)}; ${connect}`,
    ...["comfyui_is_connected", draw, shown],
  ],
  "ComfyUI with a token": () => [
    `localsettings.saved_comfy_url = ${text(`${test.server.url}/comfy/play`)}; localsettings.saved_comfy_bearer_token = ${text(test.server.token)}; ${connect}`,
    ...["comfyui_is_connected", draw, shown],
  ],
  "the web UI": ([, web = ""]) => [
    `localsettings.saved_a1111_url = ${text(web)}; connect_to_a1111(true)`,
    "a1111_is_connected",
    `generate_a1111_image(${wanted("generate_images_model").replace("euler", "Euler")}, (images) => (globalThis.drawn = images))`,
    'globalThis.drawn && "data:image/png;base64," + [globalThis.drawn].flat()[0]',
  ],
};

it.skipIf(!isThere).each(Object.keys(programs))("draws with %s", async (name) => {
  const ports = test.server.ports.map(({ url }) => url.replace(/\/$/, ""));
  const [connects = "", isConnected = "", draws = "", drawn = ""] = programs[name]?.(ports) ?? [];
  const context = await (await openBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(lite.origin);
  await page.evaluate(connects);
  await page.waitForFunction(isConnected);
  await page.evaluate(draws);
  await page.waitForFunction(drawn);
  expect(await page.evaluate(drawn)).toMatch(/^data:image\//);
  await context.close();
});
