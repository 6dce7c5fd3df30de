// Graphs in the view "Generate" in a browser: a dropped workflow becomes a form, and is saved as a workflow of the user.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { userPluginFolder } from "@pictor/host/user-plugins";
import { encodePng } from "@pictor/images";
import { dropFile } from "./drop.test.support.js";
import { axeViolations } from "./axe.test.support.js";
import { startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const text = (words: string) => ({ class_type: "CLIPTextEncode", inputs: { text: words, clip: ["1", 1] } });
const graph = {
  "1": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "simulated-landscape.safetensors" } },
  "2": { class_type: "EmptyLatentImage", inputs: { width: 64, height: 96, batch_size: 1 } },
  "3": {
    class_type: "KSampler",
    inputs: {
      model: ["1", 0],
      seed: 42,
      steps: 3,
      cfg: 5.5,
      sampler_name: "euler",
      scheduler: "normal",
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["2", 0],
      denoise: 1,
    },
  },
  "6": text("a red kite"),
  "7": text("fog"),
  "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["1", 2] } },
  "9": {
    class_type: "SaveImage",
    inputs: { images: ["8", 0], filename_prefix: "mine" },
    _meta: { title: "The end" },
  },
};
const editor = JSON.parse(readFileSync(join(import.meta.dirname, "graphs/editor.json"), "utf8")) as object;
const png = encodePng(
  { width: 8, height: 8, rgba: new Uint8Array(8 * 8 * 4).fill(200) },
  { texts: { prompt: JSON.stringify(graph) } },
);
const project = { pictorProject: 1, workflow: "txt2img", params: { prompt: "a saved fox", steps: 9 } };
const bytesOf = (content: object): Uint8Array => new TextEncoder().encode(JSON.stringify(content));
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** It is there when the graph has been read. */
const saveButton = (page: Page) => page.getByRole("button", { name: "Save as your workflow…" });

describe.skipIf(chromiumPath === undefined)("a workflow of ComfyUI", { timeout: 60_000 }, () => {
  const test = startForAll(() => {
    const path = userPluginFolder(process.env);
    mkdirSync(path, { recursive: true });
    return startGenerate({ plugins: [{ kind: "collection", path }] });
  });

  it.each([
    ["in API format", "kite.json", () => bytesOf(graph)],
    ["of the graph editor", "kite.json", () => bytesOf(editor)],
    ["in a PNG", "kite.png", () => new Uint8Array(png)],
  ])("%s that is dropped is a form with its values", async (_name, name, bytes) => {
    const { page } = await test.openForm();
    await dropFile(page, ".stage-column", name, bytes());
    await saveButton(page).waitFor(within);
    expect(await field(page, "Prompt").inputValue()).toBe("a red kite");
    expect(await field(page, "Negative prompt").inputValue()).toBe("fog");
    expect(await field(page, "Seed").inputValue()).toBe("42");
    expect(await field(page, "Steps").inputValue()).toBe("3");
    expect(await field(page, "Model").inputValue()).toBe("simulated-landscape.safetensors");
    expect(await field(page, "Height").inputValue()).toBe("96");
    await page.getByRole("button", { name: "Swap width and height" }).click();
    expect(await field(page, "Height").inputValue()).toBe("64");
    expect(await field(page, "Width").inputValue()).toBe("96");
    await page.getByText(/^Advanced/).click();
    expect(await field(page, "Filename prefix").inputValue()).toBe("mine");
    expect(await axeViolations(page)).toEqual([]);
  });

  it("has the control of each kind of input, and the texts and seeds of several nodes in sight", async () => {
    const { page } = await test.openForm();
    const { "3": sampler, ...others } = graph;
    const second = { ...sampler, inputs: { ...sampler.inputs, seed: 43, latent_image: ["3", 0] } };
    const strange = { class_type: "AcmeBlur", inputs: { image: ["8", 0], is_soft: true } };
    const more = { "3": sampler, "4": second, "5": text("a blue kite"), "12": strange };
    const join = {
      class_type: "ConditioningCombine",
      inputs: { conditioning_1: ["6", 0], conditioning_2: ["5", 0] },
    };
    const both = { ...sampler, inputs: { ...sampler.inputs, positive: ["13", 0] } };
    const all = { ...others, ...more, "3": both, "13": join };
    await dropFile(page, ".stage-column", "kite.json", bytesOf(all));
    await saveButton(page).waitFor(within);
    const has = (role: "combobox" | "spinbutton" | "textbox" | "switch", name: string) =>
      page.getByRole(role, { name, exact: true }).first().waitFor();
    for (const name of ["Model", "Sampler", "Scheduler"]) await has("combobox", name);
    for (const name of ["Steps", "CFG scale", "Width"]) await has("spinbutton", name);
    expect(await page.locator("textarea").count()).toBeGreaterThanOrEqual(3);
    expect(await field(page, "Seed").count()).toBe(2);
    await page.getByText(/^Advanced/).click();
    await has("textbox", "Filename prefix");
    await has("switch", "Is soft");
    expect(await axeViolations(page)).toEqual([]);
  });

  it("runs with what was changed, and a wrong value is marked at its field", async () => {
    const { page } = await test.openForm();
    await dropFile(page, ".stage-column", "kite.json", bytesOf(graph));
    await saveButton(page).waitFor(within);
    await field(page, "Steps").fill("2");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("img", { name: /^Result/ }).waitFor(within);
    const [job] = (await test.client.calls.listJobs()).jobs;
    expect(job?.request?.params).toMatchObject({ bindings: { "3.steps": 2 }, seed: "42" });
    await field(page, "Model").fill("nope.safetensors");
    await page.keyboard.press("Control+Enter");
    const fault = page.locator('[data-pointer="/params/1.ckpt_name"] .fault');
    await expect.poll(() => fault.textContent(), within).toContain('"nope.safetensors" is not offered');
    await page.locator('[data-pointer="/params/1.ckpt_name"] input:focus').waitFor(within);
    await page.getByRole("button", { name: /^Workflow:/ }).click();
    await page.getByRole("menuitem", { name: /^Text to image/ }).click({ timeout: 9000 });
    expect(await page.locator(".fault").count()).toBe(0);
  });

  it("is saved as a workflow with what was pinned, runs, and is deleted, also if the first attempt fails", async () => {
    const { page } = await test.openForm();
    await dropFile(page, ".stage-column", "kite.json", bytesOf(graph));
    await saveButton(page).waitFor(within);
    await page.getByText(/^Advanced/).click();
    await field(page, "Filename prefix").hover();
    await page.getByRole("button", { name: "Pin Filename prefix to the basic settings" }).click();
    await saveButton(page).click();
    await page.getByLabel("Name", { exact: true }).fill("Kites of mine");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Workflow: Kites of mine" }).waitFor(within);
    expect(await field(page, "Filename prefix").isVisible()).toBe(true);
    expect(await field(page, "Prompt").inputValue()).toBe("a red kite");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("img", { name: /^Result/ }).waitFor(within);
    const [job] = (await test.client.calls.listJobs()).jobs;
    expect(job).toMatchObject({ workflow: "kites-of-mine", state: "finished" });
    const erase = async (): Promise<void> => {
      await page.getByRole("button", { name: "Workflow: Kites of mine" }).click();
      await page.getByRole("menuitem", { name: "Delete Kites of mine…" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
    };
    await page.route("**/v1/workflows/kites-of-mine", (route) => route.abort("connectionrefused"));
    await erase();
    const failure = page.locator(".form-foot").getByRole("alert");
    await failure.getByText("Pictor does not answer.").waitFor();
    await page.unroute("**/v1/workflows/kites-of-mine");
    await erase();
    await page.getByRole("button", { name: "Workflow: Text to image" }).waitFor(within);
    await failure.waitFor({ state: "detached" });
  });

  it("whose model and class are missing says so, and what to do", async () => {
    const { page } = await test.openForm();
    const strange = { class_type: "AcmeBlur", inputs: { image: ["8", 0], amount: 3 } };
    const loader = { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "mine.safetensors" } };
    await dropFile(page, ".stage-column", "x.json", bytesOf({ ...graph, "1": loader, "12": strange }));
    await page.getByRole("cell", { name: "mine.safetensors" }).waitFor(within);
    await page.getByRole("cell", { name: /AcmeBlur/ }).waitFor();
    await page.getByRole("button", { name: "Install what is missing" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The class is named too where nobody can say what provides it.
    await page.route("**/extensions/check", (route) => route.abort());
    await dropFile(page, ".stage-column", "y.json", bytesOf({ ...graph, "12": strange }));
    await page.getByText("Node classes: AcmeBlur.").waitFor(within);
  });

  it("has the names of its images, and stays as it is until another one is chosen", async () => {
    const { page } = await test.openForm();
    const load = { class_type: "LoadImage", inputs: { image: "of-the-file.png", upload: "image" } };
    await dropFile(page, ".stage-column", "x.json", bytesOf({ ...graph, "12": load }));
    await saveButton(page).waitFor(within);
    expect(await field(page, "Image").inputValue()).toBe("of-the-file.png");
    await page.getByText(/^Advanced/).click();
    expect(await field(page, "Upload").count()).toBe(0);
    await field(page, "Image").fill("other.png");
    await field(page, "Image").fill("of-the-file.png");
    expect(await page.evaluate<string>("localStorage.getItem('pictor.draft')")).not.toContain("of-the-file");
  });

  it("of the editor with a class that nobody knows is named in the error as the user knows it", async () => {
    const { page } = await test.openForm();
    const nodes = [{ id: 1, type: "Nobody Knows", inputs: [], outputs: [], widgets_values: [1, 2], mode: 0 }];
    await dropFile(page, ".stage-column", "mine.json", bytesOf({ nodes, links: [], version: 0.4 }));
    await page.getByText(/^mine\.json cannot be converted/).waitFor(within);
    expect(await page.locator(".graph-head").textContent()).not.toContain("uploads/");
  });

  it("is told from a project, and from a file that is neither", async () => {
    const { page } = await test.openForm();
    await dropFile(page, ".stage-column", "fox.json", bytesOf(project));
    await expect.poll(() => field(page, "Prompt").inputValue(), within).toBe("a saved fox");
    await dropFile(page, ".stage-column", "x.json", bytesOf({ a: 1 }));
    const refusal = page.getByRole("dialog", { name: "The form is as it was" });
    await refusal.getByText("x.json: it is neither a workflow of ComfyUI nor a project.").waitFor();
    await refusal.getByRole("button", { name: "Close" }).first().click();
    await refusal.waitFor({ state: "detached" });
    await dropFile(page, ".stage-column", "x.txt", new TextEncoder().encode("hello, world, hello"));
    await refusal.getByText(/^x\.txt: The file is neither an image nor JSON/).waitFor();
    expect(await page.getByText(/Content-Type/).count()).toBe(0);
  });
});
