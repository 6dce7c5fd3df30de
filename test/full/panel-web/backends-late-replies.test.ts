// Replies to the view "Backends" that arrive late, in a browser: what the user has typed meanwhile stays.

import { describe, expect, it } from "vitest";
import { holdReply } from "./held-replies.test.support.js";
import { chromiumPath, startPanel } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const address = (port: number): string => `http://127.0.0.1:${port}/`;

describe.skipIf(chromiumPath === undefined)("a late reply in Backends", { timeout: 60_000 }, () => {
  const backends = { studio: { kind: "remote", baseUrl: address(9) } };
  const test = startForAll(() => startPanel({ files: { project: { backends } } }));

  it("that saves the settings leaves those that were changed meanwhile, unsaved", async () => {
    const { page } = await test.open("#/backends/studio/settings");
    const field = page.getByLabel("Address", { exact: true });
    await field.fill(address(10));
    const saved = await holdReply(page, "PUT", "/v1/backends/studio");
    await page.getByRole("button", { name: "Save" }).click();
    await saved.sent;
    await field.fill(address(11));
    await saved.release();
    await page
      .getByText(/^Saved in /)
      .first()
      .waitFor();
    expect(await field.inputValue()).toBe(address(11));
    expect(await page.getByRole("button", { name: "Revert" }).isEnabled()).toBe(true);
  });

  it("that nobody waits for any more ends the attempt: the settings are read again, and the next ones are saved", async () => {
    const { page } = await test.open("#/backends/studio/settings");
    const field = page.getByLabel("Address", { exact: true });
    const unsaved = page.getByRole("status", { name: "Unsaved changes of the settings of studio" });
    await field.fill(address(20));
    const saved = await holdReply(page, "PUT", "/v1/backends/studio");
    await page.getByRole("button", { name: "Save" }).click();
    await saved.sent;
    await page.getByRole("button", { name: "Stop" }).click();
    await unsaved.waitFor({ state: "detached" });
    expect(await page.getByText("studio is saved.").count()).toBe(0);
    await field.fill(address(21));
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText(/^Saved in /)
      .first()
      .waitFor();
    await unsaved.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe(address(21));
    await saved.release();
    expect(await field.inputValue()).toBe(address(21));
  });

  it("that saves a new backend leaves what was typed meanwhile", async () => {
    const { page } = await test.open("#/backends//new");
    const [name, field] = [
      page.getByLabel("Name", { exact: true }),
      page.getByLabel("Address", { exact: true }),
    ];
    await name.fill("first");
    await field.fill(address(12));
    const saved = await holdReply(page, "PUT", "/v1/backends/first");
    await page.getByRole("button", { name: "Create" }).click();
    await saved.sent;
    await name.fill("second");
    await saved.release();
    await page.getByRole("heading", { name: "first", exact: true }).waitFor();
    await page.evaluate("location.hash = '#/backends//new'");
    await expect.poll(() => name.inputValue()).toBe("second");
  });
});
