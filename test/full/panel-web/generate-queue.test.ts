// The stage and the queue in a browser: several jobs, cancellation, errors, faults of the backend, reload, another device.

import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { generate, progressLine, smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const withPrompt = (prompt: string, more: object = {}, steps = 4): object => ({
  ...smallDraft(more),
  params: { txt2img: { prompt, width: 64, height: 64, steps } },
});
/** Steps of a job that runs until it is cancelled, however long a busy machine needs for the rest. */
const endless = 1_000;

describe.skipIf(chromiumPath === undefined)("the stage and the queue", { timeout: 90_000 }, () => {
  const test = startForAll(() => startGenerate());
  afterEach(async () => {
    test.studio.faults.clear();
    await test.client.calls.cancelJobs({ body: {} });
    const open = async () => (await test.client.calls.listJobs({ query: { state: "running" } })).jobs.length;
    await expect.poll(open, within).toBe(0);
  });
  const states = async (): Promise<readonly string[]> =>
    (await test.client.calls.listJobs()).jobs.map(({ state }) => state);
  const queued = (page: Page) => page.locator(".queue-entry");
  const prompt = (page: Page) => page.getByLabel("Prompt", { exact: true });

  it("queues several jobs, says the place of each, and cancels one, or all but the shown one", async () => {
    test.studio.faults.set([{ kind: "slow-steps", ms: 2000 }]);
    const { page } = await test.openForm(withPrompt("first", {}, endless));
    // The socket brings the previews of a job that begins now, so the page asks for none.
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/preview")) asked.push(request.url());
    });
    await page.keyboard.press("Control+Enter");
    await prompt(page).fill("second");
    await page.keyboard.press("Control+Enter");
    await prompt(page).fill("third");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => queued(page).count(), within).toBe(2);
    await expect.poll(() => queued(page).nth(0).textContent(), within).toMatch(/second.*Waiting · next/);
    await expect
      .poll(() => queued(page).nth(1).textContent(), within)
      .toMatch(/third.*Waiting · 2 before it/);
    await page.getByText("2 in the queue").waitFor();
    await page.getByText(/^Preview/).waitFor();
    expect(asked).toEqual([]);
    await queued(page).nth(0).getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => queued(page).count(), within).toBe(1);
    await page.getByRole("button", { name: "Cancel all but this" }).click();
    await expect.poll(() => queued(page).count(), within).toBe(0);
    expect((await states()).slice(0, 2)).toEqual(["interrupted", "interrupted"]);
    await page.getByRole("button", { name: "Cancel this" }).click();
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/^Cancelled/);
  });

  it("moves nothing when a job begins, waits or ends", async () => {
    test.studio.faults.set([{ kind: "slow-steps", ms: 200 }]);
    const { page } = await test.openForm(withPrompt("first"));
    await page.getByRole("button", { name: /^Backend: studio, .*ready/ }).waitFor();
    const boxes = () =>
      Promise.all(
        [".stage-card", ".progress", ".queue-actions", ".form-foot"].map((part) =>
          page.locator(part).boundingBox(),
        ),
      );
    const before = await boxes();
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => queued(page).count(), within).toBe(1);
    await page.getByText(/^Preview/).waitFor();
    expect(await boxes()).toEqual(before);
    const picture = await page.locator("img.picture").boundingBox();
    await expect.poll(() => queued(page).count(), within).toBe(0);
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/^Finished/);
    expect(await boxes()).toEqual(before);
    await page.getByRole("button", { name: "Continue with it…" }).waitFor();
    expect(await page.locator("img.picture").boundingBox()).toEqual(picture);
  });

  it("shows image k of n, and a strip of the results of several", async () => {
    test.studio.faults.set([{ kind: "slow-steps", ms: 100 }]);
    const { page } = await test.openForm(withPrompt("two", { count: 2 }));
    await generate(page);
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/Image 2 of 2/);
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/Finished · 2 results/);
    const image = page.locator("img.picture");
    const last = await image.getAttribute("src");
    const first = page.getByRole("button", { name: "Show result 1" });
    await first.click();
    expect(await first.getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => image.getAttribute("src"), within).not.toBe(last);
  });

  it("shows the error of a job with its node, what to do, and its details, and tries it again", async () => {
    test.studio.faults.set([
      { kind: "node-error", classType: "KSampler", message: "the sampler broke", times: 1 },
    ]);
    const context = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page } = await test.openForm(withPrompt("broken"), context);
    await generate(page);
    const error = page.getByRole("alert").filter({ hasText: "the sampler broke" });
    await error.waitFor();
    expect(await error.textContent()).toMatch(/Node: KSampler \(Sampler\)/);
    await error.getByRole("button", { name: "Copy details" }).click();
    await page.getByText("Details copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/the sampler broke[^]*KSampler/);
    await error.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/^Finished · 1 result/);
  });

  it("says so when the backend has lost the prompt", async () => {
    test.studio.faults.set([{ kind: "restart", downMs: 300, afterFrames: 3, times: 1 }]);
    const { page } = await test.openForm(withPrompt("lost"));
    await generate(page);
    await expect.poll(() => progressLine(page).textContent(), { timeout: 60_000 }).toMatch(/^(Lost|Failed)/);
    await page.locator(".job-error").waitFor();
  });

  it("is back after a reload, and on another device: the running job, its preview, the draft of this browser", async () => {
    test.studio.faults.set([{ kind: "slow-steps", ms: 3000 }]);
    const { page } = await test.openForm(withPrompt("kept", {}, endless));
    await generate(page);
    await page.getByText(/^Preview · step/).waitFor();
    await prompt(page).fill("typed meanwhile");
    await page.reload();
    await page.getByText(/^Preview · step/).waitFor();
    expect(await page.locator("img.picture").getAttribute("alt")).toBe("Preview: kept");
    await expect.poll(() => prompt(page).inputValue(), within).toBe("typed meanwhile");
    const other = await test.openForm();
    await other.page.getByText(/^Preview · step/).waitFor();
    await expect.poll(() => progressLine(other.page).textContent(), within).toMatch(/%/);
    await expect.poll(() => prompt(other.page).inputValue(), within).toMatch(/lighthouse/);
    await other.page.getByRole("button", { name: "Cancel this" }).click();
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/^Cancelled/);
  });

  it("counts the jobs of other programs, and names none", async () => {
    test.studio.faults.set([{ kind: "slow-steps", ms: 3000 }]);
    const { exampleGraph } = await import("@pictor/backend-embedded/testing");
    for (const seed of [1, 2]) {
      const body = JSON.stringify({ prompt: exampleGraph({ seed, steps: 3 }) });
      await fetch(`${test.studio.url}prompt`, { method: "POST", body });
    }
    const { page } = await test.openForm(withPrompt("mine"));
    await page.getByText("2 jobs of others").waitFor();
    expect(
      await queued(page)
        .filter({ hasText: /Waiting|Running/ })
        .count(),
    ).toBe(0);
    await fetch(`${test.studio.url}queue`, { method: "POST", body: '{"clear":true}' });
    await fetch(`${test.studio.url}interrupt`, { method: "POST" });
  });
});
