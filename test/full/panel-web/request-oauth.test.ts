// OAuth 2.0 in the Auth tab in a browser, with a real authorization server: discovery, sign-ins, and what is done with tokens.

import { describe, expect, it } from "vitest";
import { clients, startProvider } from "../../../plugins/auth-oauth2/testing/oidc-provider.js";
import { choose } from "./choices.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { openAuth, type AuthPage } from "./request-auth.test.support.js";
import { startRequestTest } from "./request-bed.test.support.js";

const marker = "TULIP-canary-98765";

describe.skipIf(chromiumPath === undefined)("the Auth tab with OAuth 2.0", () => {
  const provider = startForAll(() => startProvider({ deviceIntervalS: 1 }));
  const test = startForAll(() => startRequestTest());
  const last = () => test.api.arrived.at(-1);

  async function openOAuth(name: string, grant: string): Promise<AuthPage> {
    const request = await openAuth(test);
    const { page } = request;
    await choose(request.type, "OAuth 2.0");
    await choose(page.getByLabel("Grant type"), grant);
    await page.getByLabel("Client ID").fill(clients.application.clientId);
    await page.getByLabel("Scopes").fill("openid api:read");
    await request.saveAs(name);
    await page.getByLabel("Discovery URL").fill(provider.issuer);
    await page.getByRole("button", { name: "Auto-fill" }).click();
    await page.getByText(/Filled \d+ fields: .*Token URL/).waitFor();
    await page
      .getByRole("status", { name: "Next step" })
      .getByText(/Get new access token/)
      .waitFor();
    return request;
  }

  it("signs in with a code and PKCE in another tab, refreshes, shows claims, and clears", async () => {
    const request = await openOAuth("coder", "Authorization code");
    const { page } = request;
    await page.getByRole("button", { name: "Get new access token" }).click();
    const link = page.getByRole("link", { name: /^Open 127/ });
    await link.waitFor();
    expect(await link.getAttribute("rel")).toContain("noopener");
    await page.getByRole("status", { name: "State of the profile" }).getByText("Signed out").waitFor();
    const [other] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await other.getByPlaceholder("Enter any login").fill("alice");
    await other.getByPlaceholder("and password").fill("x");
    await other.getByRole("button", { name: "Sign-in" }).click();
    await other.getByRole("button", { name: "Continue" }).click();
    // Behind another page, one is drawn once a second, so that each click takes two.
    await page.bringToFront();
    await page.getByText("Signed in").waitFor();
    await page.getByText(/expires in 60 min · refreshes by itself/).waitFor();
    await request.mark.waitFor();
    await page.getByText("Claims of the token").click();
    await page.getByRole("heading", { name: "ID token" }).waitFor();
    await page.locator(".pairs").getByText("alice").waitFor();
    await request.send();
    await request.reply.getByRole("button", { name: "Send them there" }).click();
    await request.expectReply("200 OK");
    const first = last()?.headers.authorization;
    expect(first).toMatch(/^Bearer /);
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect
      .poll(async () => {
        await request.sendFor("200 OK");
        return last()?.headers.authorization;
      })
      .not.toBe(first);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Clear" }).click();
    await page.getByText("Signed out").waitFor();
    await request.mark.waitFor({ state: "detached" });
  });

  it("fills the endpoints, takes that back, and signs in for one request in a window that the click opens", async () => {
    const request = await openAuth(test);
    const { page } = request;
    await choose(request.type, "OAuth 2.0");
    await page.getByLabel("Discovery URL").fill(provider.issuer);
    const tokenUrl = page.getByLabel("Token URL", { exact: true });
    await page.getByRole("button", { name: "Auto-fill" }).click();
    await expect.poll(() => tokenUrl.inputValue()).toBe(provider.endpoints.tokenUrl);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => tokenUrl.inputValue()).toBe("");
    await page.getByRole("button", { name: "Auto-fill" }).click();
    await page.getByText(/Missing: Client ID/).waitFor();
    await page.getByLabel("Client ID").fill(clients.application.clientId);
    await page.getByRole("textbox", { name: "Scopes" }).fill("openid api:read");
    await page.getByText("Signed out").waitFor();
    const [other] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Get new access token" }).click(),
    ]);
    await other.getByPlaceholder("Enter any login").fill("bob");
    await other.getByPlaceholder("and password").fill("x");
    await other.getByRole("button", { name: "Sign-in" }).click();
    await other.getByRole("button", { name: "Continue" }).click();
    // Behind another page, one is drawn once a second, so that each click takes two.
    await page.bringToFront();
    await page.getByText("Signed in").waitFor();
    await request.mark.waitFor();
    await request.sendFor("200 OK");
    expect(last()?.headers.authorization).toMatch(/^Bearer /);
    await page.getByText("Claims of the token").click();
    await page.locator(".pairs").getByText("bob", { exact: true }).waitFor();
    expect(await page.evaluate("localStorage.getItem('pictor.profile-drafts')")).toBeNull();
  });

  it("uses a client secret that was typed and not stored, and stores it with the profile", async () => {
    const request = await openAuth(test);
    const { page } = request;
    await choose(request.type, "OAuth 2.0");
    await choose(page.getByLabel("Grant type"), "Client credentials");
    await page.getByLabel("Token URL", { exact: true }).fill(provider.endpoints.tokenUrl);
    await page.getByLabel("Client ID").fill(clients.service.clientId);
    await page.getByLabel("Client secret").fill(clients.service.clientSecret);
    await page.getByRole("button", { name: "Get new access token" }).click();
    await page.getByText("Signed in").waitFor();
    await request.saveAs("robot");
    await page.getByText(/Stored as robot\.oauth2\.clientSecret\./).waitFor();
    await page.getByRole("button", { name: "Get new access token" }).click();
    await page.getByText("Signed in").waitFor();
  });

  it("shows a device code until it is confirmed, then the time until the token expires", async () => {
    const request = await openOAuth("tv", "Device code");
    const { page } = request;
    await page.getByRole("button", { name: "Get new access token" }).click();
    const code = page.locator(".code-large");
    await code.waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('.code-large')).fontSize")).toBe(
      "28px",
    );
    await page.getByRole("button", { name: "Copy", exact: true }).first().waitFor();
    await page.getByText(/Valid for (10:00|9:\d\d)/).waitFor();
    await page
      .getByRole("img", { name: /QR code/ })
      .locator("path")
      .waitFor({ state: "attached" });
    const href = await page.getByRole("link", { name: /^Open 127/ }).getAttribute("href");
    expect(href).toContain(`user_code=`);
    await provider.approveDevice((await code.textContent()) ?? "");
    const state = page.getByRole("status", { name: "State of the profile" });
    await state.getByText(/expires in 60 min · refreshes by itself/).waitFor();
    await code.waitFor({ state: "detached" });
    await request.mark.waitFor();
    const begin = Date.now();
    await page.clock.setSystemTime(begin + 58 * 60_000);
    await state.getByText(/expires in 2 min/).waitFor();
    await page.clock.setSystemTime(begin + 61 * 60_000);
    await state.getByText("Expired").waitFor();
    await state.getByText("The next request refreshes it").waitFor();
    await request.mark.waitFor({ state: "detached" });
    // Nothing gives the page its own clock back.
    await page.context().close();
  });

  it("cancels a sign-in, says why one is refused, and takes a pasted token", async () => {
    const request = await openOAuth("trial", "Device code");
    const { page } = request;
    const start = page.getByRole("button", { name: "Get new access token" });
    await start.click();
    const code = page.locator(".code-large");
    await code.waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await code.waitFor({ state: "detached" });
    await start.click();
    await code.waitFor();
    await provider.denyDevice((await code.textContent()) ?? "");
    const refused = page.getByRole("alert").filter({ hasText: /denied|refused|declined/i });
    await refused.waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Paste a token" }).click();
    await page.locator("input:focus").and(page.getByLabel("Access token")).waitFor();
    await page.keyboard.type(marker);
    await page.keyboard.press("Enter");
    await page.getByText("Signed in").waitFor();
    expect(await page.content()).not.toContain(marker);
  });
});
