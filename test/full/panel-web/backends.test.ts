// The list of backends and the facts of each, in a browser: reachable, unreachable, refusing; made, changed and removed.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { createClient } from "@pictor/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { choose } from "./choices.test.support.js";
import { chromiumPath, startPanel, within, type PanelTest } from "./panel.test.support.js";
import { waitForFocus } from "./screens.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const entry = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Backends and Pictor" })
    .getByRole("link", { name: new RegExp(`^${name}`) });
const health = (page: Page) => page.locator(".health");

describe.skipIf(chromiumPath === undefined)("the list of backends", { timeout: 60_000 }, () => {
  let test: PanelTest;
  let studio: EmbeddedServer;
  let closed: EmbeddedServer;
  beforeAll(async () => {
    studio = await startEmbeddedServer();
    closed = await startEmbeddedServer({ access: { username: "me", password: "let me in" } });
    const backends = {
      studio: { kind: "remote", baseUrl: studio.url },
      far: { kind: "remote", baseUrl: "http://127.0.0.1:9/" },
      closed: { kind: "remote", baseUrl: closed.url },
      locked: { kind: "remote", baseUrl: closed.url, auth: "wrong" },
    };
    const origins = [new URL(closed.url).origin];
    const basic = { username: "me", password: { $secret: "wrong.basic.password" } };
    const profiles = { wrong: { type: "basic", schemes: { basic }, origins } };
    test = await startPanel({ configuration: { backends, backend: "studio", profiles } });
    const { calls } = createClient(test.server);
    await calls.writeSecret({ params: { name: "wrong.basic.password" }, body: { value: "a guess" } });
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await Promise.all([studio.close(), closed.close()]);
  });

  it("shows kind and health of each with a dot, marks the default one, and keeps the chosen one in the address", async () => {
    const { page } = await test.open("#/backends");
    await expect
      .poll(() => entry(page, "studio").textContent(), within)
      .toBe("studiodefaultComfyUI server · Ready");
    await expect
      .poll(() => entry(page, "far").textContent(), within)
      .toBe("farComfyUI server · Does not answer");
    await expect
      .poll(() => entry(page, "closed").textContent(), within)
      .toBe("closedComfyUI server · Asks for credentials");
    await expect
      .poll(() => entry(page, "locked").textContent(), within)
      .toBe("lockedComfyUI server · Refuses the credentials");
    expect(await page.locator(".backend-list .dot.good").count()).toBeGreaterThan(0);
    await entry(page, "far").click();
    expect(page.url()).toMatch(/#\/backends\/far$/);
    await expect
      .poll(() => health(page).textContent(), within)
      .toMatch(/Does not answer.*Nothing answers at the address/);
    await page.reload();
    await page.getByRole("heading", { name: "far", exact: true }).waitFor();
  });

  it("shows address, version and the memory of the devices", async () => {
    const { page } = await test.open("#/backends/studio");
    await page.getByText(studio.url, { exact: true }).waitFor();
    await page.getByText("0.8.0+pictor.embedded").waitFor();
    await expect
      .poll(() => page.getByRole("meter").getAttribute("aria-label"), within)
      .toMatch(/^Memory of cpu \(simulated sampler\): [\d.]+ GB of [\d.]+ GB in use$/);
  });

  it("says of a server that refuses what to do", async () => {
    const { page } = await test.open("#/backends/locked");
    await expect.poll(() => health(page).textContent(), within).toMatch(/Refuses the credentials.*wrong/);
  });

  it("notices that a server has ended and that it is back", async () => {
    const server = await startEmbeddedServer();
    const port = Number(new URL(server.url).port);
    const { page } = await test.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).fill("short");
    await page.getByLabel("Address", { exact: true }).fill(server.url);
    await page.getByRole("button", { name: "Create" }).click();
    await expect.poll(() => health(page).textContent(), within).toMatch(/^Ready/);
    // A page that is looked at again asks at once, and not only at the end of its pause. Headless Chromium shows all
    // pages always.
    const lookAgain = () => page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await server.close();
    await lookAgain();
    await expect.poll(() => health(page).textContent(), within).toMatch(/^Does not answer/);
    const again = await startEmbeddedServer({ port });
    await lookAgain();
    await expect.poll(() => health(page).textContent(), within).toMatch(/^Ready/);
    await again.close();
  });
});

describe.skipIf(chromiumPath === undefined)("a backend", { timeout: 60_000 }, () => {
  const test = startForAll(() => startPanel());
  const saved = (): unknown => JSON.parse(readFileSync(join(test.folder, "project/pictor.json"), "utf8"));

  it("is got in two ways if there is none, and each way leads to its form", async () => {
    const { page } = await test.open("#/backends");
    await page.getByRole("heading", { name: "Two ways to get your own backend" }).waitFor();
    await page.getByRole("button", { name: "Install a server" }).click();
    await page.getByRole("heading", { name: "Add a backend" }).waitFor();
    expect(await page.getByLabel("Kind", { exact: true }).textContent()).toMatch(/^Managed/);
    await page.goBack();
    await page.getByRole("button", { name: "Connect a server" }).click();
    await expect.poll(() => page.getByLabel("Kind", { exact: true }).textContent()).toBe("ComfyUI server");
  });

  it("is made, with the faults at their fields and the form kept over a reload; changed, and removed", async () => {
    const { page } = await test.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).fill("studio");
    await page.getByRole("button", { name: "Create" }).click();
    const address = page.getByLabel("Address", { exact: true });
    await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator('[data-pointer="/baseUrl"] .fault').textContent()).toBe(
      "This value is required.",
    );
    await waitForFocus(address);
    await address.fill("no where");
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => page.locator('[data-pointer="/baseUrl"] .fault').textContent())
      .toBe('Expected an absolute address, found "no where".');
    await page.getByRole("alert").getByText("One field needs another value.").waitFor();
    expect(await page.locator("main").textContent()).not.toContain("baseUrl");
    await address.fill("http://127.0.0.1:9/");
    await page.reload();
    await expect.poll(() => address.inputValue()).toBe("http://127.0.0.1:9/");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "studio", exact: true }).waitFor();
    expect(page.url()).toMatch(/#\/backends\/studio$/);
    // It does not answer, so that the default stays.
    expect(saved()).toEqual({
      backend: "embedded",
      backends: { studio: { kind: "remote", baseUrl: "http://127.0.0.1:9/" } },
    });

    await page.getByRole("tab", { name: "Settings" }).click();
    await address.fill("http://127.0.0.1:10/");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(saved, within)
      .toMatchObject({ backends: { studio: { baseUrl: "http://127.0.0.1:10/" } } });
    await page
      .getByText(/^Saved in .*pictor\.json\.$/)
      .first()
      .waitFor();

    await page.getByRole("button", { name: "Remove the backend" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove studio?" });
    await waitForFocus(dialog.getByRole("button", { name: "Keep it" }));
    await dialog.getByRole("button", { name: "Remove the backend" }).click();
    await expect.poll(() => entry(page, "studio").count()).toBe(0);
    expect(saved()).not.toHaveProperty("backends.studio");
  });

  it("of the kind embedded keeps its secret in the store, and the form only the reference", async () => {
    const { page } = await test.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).fill("guarded");
    await choose(page.getByLabel("Kind", { exact: true }), "Embedded server (simulated sampler)");
    await page.getByLabel("User name").fill("me");
    await page.getByLabel("Password").fill("not to be seen");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "guarded", exact: true }).waitFor();
    const reference = { $secret: "backend.guarded.access.password" };
    expect(saved()).toMatchObject({
      backends: { guarded: { access: { username: "me", password: reference } } },
    });
    expect(await page.evaluate<string>("JSON.stringify(localStorage)")).not.toContain("not to be seen");
    expect(existsSync(join(test.folder, "project/pictor.json"))).toBe(true);
  });

  it("whose new password is refused with another setting keeps the stored one", async () => {
    const { page } = await test.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).fill("kept");
    await choose(page.getByLabel("Kind", { exact: true }), "Embedded server (simulated sampler)");
    await page.getByLabel("User name").fill("me");
    await page.getByLabel("Password").fill("the first");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "kept", exact: true }).waitFor();
    await page.getByRole("tab", { name: "Settings" }).click();
    const reference = (): string => /backend\.kept[\w.]*/.exec(JSON.stringify(saved()))?.[0] ?? "";
    const first = reference();
    const written: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/secrets/")) written.push(`${request.method()} ${request.url()}`);
    });
    await page.getByLabel("Password").fill("the second");
    await page.getByLabel("Port", { exact: true }).fill("70000");
    await page.keyboard.press("Control+s");
    await page.getByRole("alert").first().waitFor();
    expect(written.filter((line) => line.endsWith(`/${first}`))).toEqual([]);
    await page.getByLabel("Port", { exact: true }).fill("0");
    await page.keyboard.press("Control+s");
    await expect.poll(reference, within).toMatch(/^backend\.kept\.access\.password\.\w+$/);
  });

  it("that is in no list is said to be missing", async () => {
    const { page } = await test.open("#/backends/nobody");
    await page.getByRole("heading", { name: "No backend nobody" }).waitFor();
  });
});

describe.skipIf(chromiumPath === undefined)("the prompts on a server", { timeout: 60_000 }, () => {
  it("are those that run, wait and have ended; one is cancelled, and the outcome is told", async () => {
    const studio = await startEmbeddedServer();
    studio.faults.set([{ kind: "slow-steps", ms: 400 }]);
    const backends = { studio: { kind: "remote", baseUrl: studio.url } };
    const test = await startPanel({ configuration: { backends } });
    onTestFinished(async () => {
      await test.close();
      await studio.close();
    });
    const { page } = await test.open("#/backends/studio/prompts");
    await page.getByText("Nothing runs, nothing waits, and nothing has run yet.").waitFor();
    const submit = (seed: string) =>
      fetch(new URL("/v1/jobs", test.server.url), {
        method: "POST",
        headers: { Authorization: `Bearer ${test.server.token}`, "Content-Type": "application/json" },
        body: JSON.stringify({
          workflow: "txt2img",
          params: { prompt: "a kite", width: 64, height: 64, steps: 30, seed },
        }),
      });
    await submit("1");
    await submit("2");
    const group = (name: string) => page.getByRole("region", { name, exact: true });
    await group("Running").getByText("txt2img").waitFor();
    await group("Waiting").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("txt2img: Removed from the queue.").waitFor();
    await expect.poll(() => group("Waiting").count(), within).toBe(0);
    await group("Running").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("txt2img: The run is being interrupted.").waitFor();
    await group("Latest")
      .getByText(/^Interrupted/)
      .waitFor();
  });
});
