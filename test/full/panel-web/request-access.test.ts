// The view "Request" for everybody: no violation in axe-core, the whole main task by keyboard, layouts of each width.

import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { clients, startProvider } from "../../../plugins/auth-oauth2/testing/oidc-provider.js";
import { choose } from "./choices.test.support.js";
import { axeViolations } from "./axe.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { startRequestTest } from "./request-bed.test.support.js";
import { focusedName, tabTo, widths } from "./screens.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)("the request view", () => {
  const provider = startForAll(() => startProvider());
  const test = startForAll(() => startRequestTest());
  beforeAll(async () => {
    const oauth2 = (grantType: string) => ({
      ...provider.endpoints,
      grantType,
      clientId: clients.application.clientId,
      scopes: "openid api:read",
    });
    const origins = [test.api.origin];
    await test.saveProfile("tv", { type: "oauth2", schemes: { oauth2: oauth2("device_code") }, origins });
    const work = { type: "oauth2", schemes: { oauth2: oauth2("authorization_code") }, origins };
    await test.saveProfile("work", work);
  });

  it.each(widths)("has no violation at %d px", async (width) => {
    const { page, address, tab, reply, sendFor } = await test.open({ viewport: { width, height: 640 } });
    const check = async (state: string) => {
      expect((await axeViolations(page)).map((found) => `${state}: ${found}`)).toEqual([]);
    };
    await check("empty");
    await address.fill("{{host}}/a?b=1&c={{unknown}}");
    await check("query");
    await tab("Headers");
    await page.getByLabel("New header: name").pressSequentially("X");
    await check("headers");
    await tab("Body");
    await page.getByRole("radiogroup", { name: "Kind of body" }).getByText("JSON").click();
    await page.getByRole("textbox", { name: "JSON" }).fill("{");
    await check("body");
    await page.getByRole("radiogroup", { name: "Kind of body" }).getByText("None").click();
    await address.fill(`${test.api.origin}/a`);
    await sendFor("200 OK");
    await reply.getByRole("searchbox").fill("url");
    await check("reply");
    await reply.getByRole("tab", { name: "Hops" }).click();
    await check("hops");
    await tab("History");
    await check("history");
    await page.getByRole("button", { name: /^Environment: lab/ }).click();
    await check("environments");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More for the request" }).click();
    await page.getByRole("menuitem", { name: "Show as curl command" }).click();
    await page.getByRole("region", { name: "Command" }).waitFor();
    await check("curl command");
    await page.keyboard.press("Escape");
    await tab("Auth");
    await choose(page.getByLabel("Profile", { exact: true }), "tv");
    await page.getByRole("button", { name: "Get new access token" }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    await check("device code");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".code-large").waitFor({ state: "detached" });
    await check("auth");
  });

  it("sends with OAuth by keyboard alone", async () => {
    const { page, reply } = await test.open();
    const { keyboard } = page;
    await tabTo(page, /^Address$/);
    await keyboard.type(`${test.api.origin}/keys`);
    await tabTo(page, /^Query/);
    for (const _tab of ["headers", "body", "auth"]) await keyboard.press("ArrowRight");
    expect(await focusedName(page)).toMatch(/^Auth/);
    await tabTo(page, /^Profile$/);
    await keyboard.type("work");
    await page.getByText("Signed out").waitFor();
    await tabTo(page, /^Get new access token/);
    await keyboard.press("Enter");
    // The card takes the focus, so that Enter opens the page of the provider.
    await expect.poll(() => focusedName(page)).toMatch(/^Open 127/);
    const [other] = await Promise.all([page.context().waitForEvent("page"), keyboard.press("Enter")]);
    await signInByKeyboard(other);
    await page.bringToFront();
    await page.getByText("Signed in").waitFor();
    await keyboard.press("Control+Enter");
    await reply.getByText("200 OK").waitFor();
    expect(test.api.arrived.at(-1)?.headers.authorization).toMatch(/^Bearer /);
  });

  async function signInByKeyboard(page: Page): Promise<void> {
    await page.getByPlaceholder("Enter any login").press("a");
    await page.getByPlaceholder("and password").press("x");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Continue" }).press("Enter");
    await page
      .getByText("You can close")
      .or(page.getByText(/close this/i))
      .first()
      .waitFor();
  }

  it("has editor and reply side by side on a wide screen, one above the other below 1120 px, and Send at the top of a phone", async () => {
    const { page, reply } = await test.open({ viewport: { width: 1280, height: 800 } });
    const boxes = async () => {
      const editor = page.locator(".request-parts > [role=tabpanel]");
      return [await editor.boundingBox(), await reply.boundingBox()].map(
        (box) => box ?? { x: 0, y: 0, width: 0, height: 0 },
      );
    };
    const [editor, beside] = await boxes();
    expect(beside?.x).toBeGreaterThan((editor?.x ?? 0) + (editor?.width ?? 0));
    expect(beside?.y).toBe(editor?.y);
    await page.setViewportSize({ width: 800, height: 800 });
    const [above, below] = await boxes();
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await page.setViewportSize({ width: 320, height: 640 });
    await reply.scrollIntoViewIfNeeded();
    await page.evaluate("document.querySelector('main').scrollTo(0, 100000)");
    const send = await page.getByRole("button", { name: /^Send/ }).boundingBox();
    expect(send?.y).toBeLessThan(140);
    // The view scrolls; the page does not.
    expect(
      await page.evaluate(`[document.documentElement, document.querySelector("main")].map(
        ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)`),
    ).toEqual([true, true]);
    expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBe(0);
  });
});
