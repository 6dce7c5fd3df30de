// A backend before and after it is added, in a browser: the test of its connection, its address, the default, and what
// its errors lead to.

import { createServer } from "node:http";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { createClient } from "@pictor/client";
import { listen } from "@pictor/host/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { choose } from "./choices.test.support.js";
import { axeViolations } from "./axe.test.support.js";
import { chromiumPath, startPanel } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

/** A server that accepts requests and answers none, until the test ends. Resolves to its address. */
async function startHangingServer(): Promise<string> {
  const { origin, close } = await listen(createServer(() => undefined));
  onTestFinished(close);
  return origin;
}

describe.skipIf(chromiumPath === undefined)("the connection of a backend", { timeout: 90_000 }, () => {
  const test = startForAll(() =>
    startPanel({
      files: { user: { profiles: { guest: { type: "basic", schemes: { basic: { username: "me" } } } } } },
    }),
  );

  it("is tested before it is saved; one that asks for credentials is not the default, and leads to a profile", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
    });
    const { host, close } = await listen(server);
    onTestFinished(close);
    const { page } = await test.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).fill("guarded");
    await page.getByLabel("Address", { exact: true }).fill(host);
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("The server asks who you are, and no profile is chosen for it.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "guarded" }).waitFor();
    const head = page.locator(".backend-head");
    await head.getByText("Asks for credentials").waitFor();
    expect(await head.textContent()).not.toMatch(/--auth|baseUrl|configuration/);
    expect(await head.getByText("default", { exact: true }).count()).toBe(0);
    await head.getByRole("link", { name: "Choose a profile" }).click();
    await choose(page.getByLabel("Auth profile"), "guest · Basic Auth");
    const unsaved = page.getByRole("status", { name: "Unsaved changes of the settings of guarded" });
    await unsaved.getByText("Auth profile").waitFor();
    await page.keyboard.press("Control+s");
    await unsaved.waitFor({ state: "detached" });
    await head.getByRole("button", { name: "Make default" }).click();
    await head.getByText("default", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Generate" }).click();
    await page.getByRole("button", { name: /^Generate/ }).click();
    await page.getByRole("button", { name: /^Backend: guarded, .*refuses the credentials/ }).waitFor();
    const error = page.getByRole("alert").filter({ hasText: "AUTH_REJECTED" });
    await error.getByText("Check the user name, password or key of that profile.").waitFor();
    await error.getByRole("link", { name: "Choose a profile" }).click();
    expect(await page.getByLabel("Auth profile").textContent()).toMatch(/^guest · /);
  });

  it("that hangs blocks nothing: another backend, the configuration and a job go on", async () => {
    const { calls } = createClient(test.server);
    const baseUrl = await startHangingServer();
    await calls.saveBackend({ params: { name: "stuck" }, body: { kind: "remote", baseUrl } });
    const { page } = await test.open("#/backends/stuck");
    const head = page.locator(".backend-head");
    await head.getByText("Asking the server…").waitFor();
    await page.getByRole("link", { name: /^embedded/ }).click();
    await head.getByText("Ready").waitFor();
    await page.getByRole("link", { name: "Configuration" }).click();
    await page.getByText(/backends: .*stuck/).waitFor();
    await page.reload();
    await page.getByText(/backends: .*stuck/).waitFor();
    await page.getByRole("link", { name: "Generate" }).click();
    await page.getByRole("button", { name: /^Backend:/ }).click();
    await page.getByRole("menuitem", { name: /^embedded/ }).click();
    await page.getByRole("button", { name: /^Generate/ }).click();
    await page.getByRole("img", { name: /^Result/ }).waitFor();
  });

  it("that hangs is created without waiting for it, and is not the default", async () => {
    const baseUrl = await startHangingServer();
    // Without a configuration, the first backend that is added would be the default.
    const own = await startPanel();
    onTestFinished(() => own.close());
    const { page } = await own.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).fill("silent");
    await page.getByLabel("Address", { exact: true }).fill(baseUrl);
    await page.getByRole("button", { name: "Test connection" }).click();
    const waiting = page.getByRole("status").filter({ hasText: "Waiting for the server to answer…" });
    await waiting.getByRole("button", { name: "Stop" }).click();
    await waiting.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create" }).click();
    await waiting.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await waiting.getByRole("button", { name: "Stop" }).click();
    await page.getByText("silent is saved. Its server has not answered.").waitFor();
    await page.getByRole("heading", { name: "silent" }).waitFor();
    // The server sees a moment later than the page that nobody waits any more.
    const { calls } = createClient(own.server);
    await expect.poll(async () => (await calls.listBackends()).default).not.toBe("silent");
  });

  it("is good without a scheme in the address, and the configuration shows the file at once", async () => {
    const studio = await startEmbeddedServer();
    onTestFinished(() => studio.close());
    const { page } = await test.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).fill("studio");
    await page.getByLabel("Address", { exact: true }).fill(new URL(studio.url).host);
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText(/answers\.$/).waitFor();
    await page.getByRole("button", { name: "Create" }).click();
    await page.locator(".backend-head").getByText("Ready").waitFor();
    await page.getByRole("link", { name: "Configuration" }).click();
    await page.getByText(/backends: .*studio/).waitFor();
  });
});
