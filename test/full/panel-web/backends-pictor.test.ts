// What else the view "Backends" shows of Pictor: plugins and hooks, profiles, tokens, panels, configuration and trust.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createClient } from "@pictor/client";
import { choose } from "./choices.test.support.js";
import { chromiumPath, startPanel, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const broken = {
  kind: "inline",
  manifest: {
    manifestVersion: 1,
    id: "workflow-broken",
    kind: "workflow",
    version: "1.0.0",
    title: "Broken",
  },
  plugin: () => ({}),
} as const;
const entry = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

describe.skipIf(chromiumPath === undefined)("Pictor itself", { timeout: 60_000 }, () => {
  const test = startForAll(() => startPanel({ plugins: [broken] }));

  it("has plugins with their states: those with a problem first, with the reason; and the problems of all", async () => {
    const { page } = await test.open("#/backends//plugins");
    await page
      .getByRole("region", { name: "Problems of plugins" })
      .getByText('inline#: expected the key "apiVersion"', { exact: false })
      .waitFor();
    const first = page.locator(".entries .entry").first();
    expect(await first.textContent()).toMatch(/workflow-broken.*failed/);
    await page.getByLabel("Search plugins").fill("basic auth");
    await expect.poll(() => page.locator(".entries .entry").count()).toBe(1);
    await page.getByText("auth-basic", { exact: true }).click();
    await page.getByText("beforeSend: addBasic").waitFor();
    await page.getByText(/^\d of \d$/).waitFor();
  });

  it("has hooks with their handlers in order, when somebody asks", async () => {
    const { page } = await test.open("#/backends//plugins");
    await choose(page.getByLabel("Handlers of a hook"), "beforeSend");
    await page.getByText("auth-basic: addBasic").waitFor();
  });

  it("has panels, configuration files and trust as plain facts", async () => {
    const { page } = await test.open("#/backends//access");
    await expect.poll(() => entry(page, "panel-web").textContent(), within).toMatch(/asks for admin/);
    await page.getByRole("link", { name: "Configuration" }).click();
    await page.getByText(`${test.folder}/project`, { exact: true }).waitFor();
    await page.getByText(`${test.folder}/project/pictor.json`, { exact: true }).first().waitFor();
    await page.getByText("The project has nothing that needs trust.").waitFor();
  });

  it("has profiles with their states, of which each leads to its form, and is deleted after a question", async () => {
    const { calls } = createClient({ url: test.server.url, token: test.server.token });
    const { page } = await test.open("#/backends//profiles");
    await page.getByText("There is no profile yet.").waitFor();
    const schemes = { basic: { username: "me" } };
    await calls.saveProfile({ params: { name: "shop" }, body: { type: "basic", schemes } });
    await expect.poll(() => entry(page, "shop").textContent(), within).toMatch(/shopBasic Auth.*Ready/);
    await entry(page, "shop").getByRole("link", { name: "shop" }).click();
    await page.getByRole("tab", { name: /^Auth/, selected: true }).waitFor();
    const chosen = page.getByLabel("Profile", { exact: true });
    expect(await chosen.textContent()).toBe("shop");
    await page.evaluate("location.hash = '#/backends//profiles'");
    const question = page.getByRole("dialog", { name: "Delete the profile shop?" });
    await entry(page, "shop").getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Keep it" }).click();
    await entry(page, "shop").getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("There is no profile yet.").waitFor();
    // The request that the profile was for has no credentials now.
    await page.getByRole("link", { name: "Request", exact: true }).click();
    await page.getByRole("tab", { name: /^Auth/ }).click();
    expect(await chosen.textContent()).toBe("This request only");
  });

  it("has tokens: one is made, shown once, works, and is revoked", async () => {
    const { page } = await test.open("#/backends//access");
    await page.getByLabel("Name of a new token").fill("my script");
    await choose(page.getByLabel("It may"), "read");
    await page.getByRole("button", { name: "Create" }).click();
    const shown = page.getByRole("status", { name: "The new token" });
    const token = (await shown.locator("code").textContent()) ?? "";
    expect(token).toMatch(/^pictor_/);
    const { calls } = createClient({ url: test.server.url, token });
    expect((await calls.entry()).scopes).toEqual(["read"]);
    await page.getByRole("button", { name: "I have it" }).click();
    await page.reload();
    await entry(page, "my script").waitFor();
    expect(await page.content()).not.toContain(token);
    await entry(page, "my script").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("There is no token.").waitFor();
    await expect(calls.entry()).rejects.toMatchObject({ problem: { code: "API_CREDENTIAL_REFUSED" } });
  });

  it("says of what it cannot read why, and tries again", async () => {
    const { page } = await test.open();
    await page.route("**/v1/plugins", (route) => route.abort());
    await page.evaluate("location.hash = '#/backends//plugins'");
    await page.getByRole("alert").getByText("Pictor does not answer.").waitFor();
    await page.unroute("**/v1/plugins");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("auth-basic", { exact: true }).waitFor();
  });
});
