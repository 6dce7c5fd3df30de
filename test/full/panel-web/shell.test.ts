// The frame of the panel in a browser: views, palette, keys, colours, a lost connection.

import { describe, expect, it, onTestFinished } from "vitest";
import { axeViolations } from "./axe.test.support.js";
import { chromiumPath, startPanel } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)("the frame of the panel", () => {
  const test = startForAll(() => startPanel());

  it("shows the three views by their links, their keys and the palette, and keeps the view in the address", async () => {
    const { page } = await test.open();
    const heading = page.locator("h1");
    await expect.poll(() => heading.textContent()).toBe("Generate");
    await page.getByRole("link", { name: "Request" }).click();
    await expect.poll(() => heading.textContent()).toBe("Request");
    await page.locator("main").press("3");
    await expect.poll(() => heading.textContent()).toBe("Backends");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("show gen");
    await page.getByRole("option", { name: "Show Generate" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => heading.textContent()).toBe("Generate");
    expect(page.url()).toMatch(/#\/generate$/);
  });

  it("says why a view cannot be shown, tries it again, and keeps the other views", async () => {
    const { page } = await test.open();
    await page.getByLabel("Prompt", { exact: true }).waitFor();
    await page.route(/backends-view.*\.js$/, (route) => route.abort());
    await page.getByRole("link", { name: "Backends" }).click();
    const reason = page.getByRole("alert").getByText("Pictor does not answer.");
    await reason.waitFor();
    expect(await page.locator("h1").textContent()).toBe("Backends");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Generate" }).click();
    await reason.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Backends" }).click();
    await reason.waitFor();
    await page.unroute(/backends-view.*\.js$/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("navigation", { name: "Backends and Pictor" }).waitFor();
  });

  it("lists the keys for ?, and closes the list with Escape", async () => {
    const { page } = await test.open();
    await page.locator("main").press("?");
    const dialog = page.getByRole("dialog", { name: "Keys" });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("Search commands");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("follows the colours of the system, unless the person chooses, also after a reload", async () => {
    const { page } = await test.open("", { colorScheme: "dark" });
    const background = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    expect(await background()).toBe("rgb(19, 18, 32)");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("colours");
    await page.getByRole("option", { name: /^Change the colours/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(background).toBe("rgb(247, 245, 242)");
    await page.reload();
    await expect.poll(background).toBe("rgb(247, 245, 242)");
  });

  it("says at the first visit what each view is for, until that was read", async () => {
    const { page } = await test.open("", { isFirstVisit: true });
    const hint = page.getByRole("complementary", { name: "First visit" });
    await hint.getByText(/^Write what you want to see/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await hint.getByRole("button", { name: "Got it" }).click();
    await hint.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Request" }).click();
    await hint.getByText(/^Type an address/).waitFor();
    await page.reload();
    await hint.getByText(/^Type an address/).waitFor();
    await page.getByRole("link", { name: "Generate" }).click();
    await hint.waitFor({ state: "detached" });
  });

  it("shows in the rail which colours it has, and changes them there", async () => {
    const { page } = await test.open();
    await page.getByRole("button", { name: /^Colours: System/ }).click();
    await page.getByRole("button", { name: /^Colours: Light/ }).click();
    await page.getByRole("button", { name: /^Colours: Dark/ }).waitFor();
    const background = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    expect(await background()).toBe("rgb(19, 18, 32)");
  });

  it("says how to get a session if the address has none", async () => {
    const page = await test.browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(test.server.panels.urlOf("web") ?? "");
    await page.getByText("Press Enter in the terminal").waitFor();
  });
});
