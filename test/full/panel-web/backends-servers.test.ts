// Servers of backends in a browser: start and stop as operations with questions, cards on every device, and the log.

import { fakeLifecycle, running, type FakeLifecycle } from "@pictor/host/testing";
import { PictorError } from "@pictor/host";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { button, card, startBackends } from "./backends.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { waitForFocus } from "./screens.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const waiting = [{ promptId: "11111111-2222", state: "queued" as const, record: { workflow: "txt2img" } }];

describe.skipIf(chromiumPath === undefined)("the server of a backend", { timeout: 60_000 }, () => {
  const test = startForAll(() => startBackends());
  let server: FakeLifecycle;
  beforeEach(() => {
    server = fakeLifecycle();
    test.backend.facets = { lifecycle: server.facet };
    test.backend.prompts = [];
  });

  /** A start that lasts until it is cancelled. */
  const endless = (): void => {
    server.facet.start = ({ signal, progress } = {}) =>
      new Promise((_resolve, reject) => {
        progress?.({ step: "wait", title: "Wait", index: 0, count: 2, fraction: 0.5, line: "still waiting" });
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
  };
  const stopWithPrompts = async (page: Page) => {
    server.state = running;
    test.backend.prompts = waiting;
    await button(page, "Stop").click();
    const found = page.getByRole("region", { name: /^Stop studio\? 1 job is queued or running/ });
    await found.waitFor();
    return found;
  };

  it("is started, and the card tells how it went", async () => {
    const { page } = await test.open("#/backends/studio");
    await expect.poll(() => page.locator(".health").textContent(), within).toMatch(/^Stopped/);
    await button(page, "Start").click();
    await card(page, "Start studio").getByText("The server is running.").waitFor();
    await expect.poll(() => page.locator(".health").textContent(), within).toMatch(/^Ready/);
    await button(page, "Restart").waitFor();
    await page.getByText("nobody: the server runs until it is stopped").waitFor();
    await button(page, "Dismiss: Start studio").click();
    await expect.poll(() => card(page, "Start studio").count()).toBe(0);
  });

  it("asks before jobs are lost: the list of what is lost, and the focus on the safe answer", async () => {
    server.state = running;
    const { page } = await test.open("#/backends/studio");
    const question = await stopWithPrompts(page);
    expect(await question.textContent()).toContain("11111111-2222 queued (txt2img)");
    await waitForFocus(question.getByRole("button", { name: "Leave it" }));
    await page.keyboard.press("Enter");
    await card(page, "Stop studio").getByText("Nothing was changed.").waitFor();
    expect(server.done).toEqual([]);
  });

  it("a question does not take the focus from somebody who types", async () => {
    server.state = running;
    const { page } = await test.open("#/backends/studio/log");
    const search = page.getByLabel("Search the log");
    await search.fill("err");
    test.backend.prompts = waiting;
    await test.client.calls.stopBackend({ params: { name: "studio" }, body: {} });
    await page.getByRole("region", { name: /^Stop studio\?/ }).waitFor();
    await waitForFocus(search);
    await page.getByRole("button", { name: "Leave it" }).click();
  });

  it("a question that is answered on another device goes away here, and both see the result", async () => {
    server.state = running;
    const one = await test.open("#/backends/studio");
    const other = await test.open("#/backends/studio");
    await stopWithPrompts(one.page);
    const there = other.page.getByRole("region", { name: /^Stop studio\?/ });
    await there.getByRole("button", { name: "Stop", exact: true }).click();
    for (const { page } of [one, other]) {
      await card(page, "Stop studio").getByText("The server is stopped.").waitFor();
      expect(await page.getByRole("region", { name: /^Stop studio\?/ }).count()).toBe(0);
    }
    expect(server.done).toEqual(["stop"]);
  });

  it("what runs is there after a reload and on a second device, with progress and log, and is cancelled", async () => {
    endless();
    const { page } = await test.open("#/backends/studio");
    await button(page, "Start").click();
    await card(page, "Start studio").getByText("1 of 2: Wait").waitFor();
    await page.reload();
    const bar = page.getByRole("progressbar", { name: "Progress: Start studio" });
    await expect.poll(() => bar.getAttribute("value"), within).toBe("0.5");
    expect(await button(page, "Start").isDisabled()).toBe(true);
    const second = await test.open("#/backends/studio");
    const there = card(second.page, "Start studio");
    await there.getByText("still waiting").waitFor();
    await there.getByText(/^Log · started by/).click();
    await expect
      .poll(() => there.getByRole("region", { name: "Log of Start studio" }).textContent())
      .toBe("1 of 2: Wait");
    await there.getByRole("button", { name: "Cancel" }).click();
    await card(page, "Start studio").getByText("Cancelled.").waitFor();
    await there.getByText("Cancelled.").waitFor();
  });

  it("that fails says what and what to do, as an alert", async () => {
    server.facet.start = () =>
      Promise.reject(new PictorError("BACKEND_CRASHED", "It fell.", "Read its log.", {}));
    const { page } = await test.open("#/backends/studio");
    await button(page, "Start").click();
    const alert = card(page, "Start studio").getByRole("alert");
    await expect.poll(() => alert.textContent(), within).toMatch(/It fell\.Read its log\..*BACKEND_CRASHED/);
  });

  it("that cannot do what is asked refuses beside the button", async () => {
    endless();
    const { page } = await test.open("#/backends/studio");
    const start = button(page, "Start");
    await start.waitFor();
    await page.route("**/start", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "urn:pictor:error:API_OPERATION_RUNNING",
          title: "An operation runs.",
          status: 409,
          detail: "An operation runs. Wait.",
          code: "API_OPERATION_RUNNING",
          hint: "Wait.",
        }),
      }),
    );
    await start.click();
    await page.getByRole("alert").getByText("An operation runs.").waitFor();
  });

  it("shows how it has crashed, with its last lines", async () => {
    server.state = { state: "crashed", exitCode: 3, lastLines: ["Traceback", "RuntimeError: no memory"] };
    const { page } = await test.open("#/backends/studio");
    await expect.poll(() => page.locator(".health").textContent(), within).toMatch(/^Crashed: exit code 3/);
    await page.getByText("RuntimeError: no memory").waitFor();
  });

  it("has a log that follows, rests while somebody has scrolled up, is searched and copied", async () => {
    server.lines.push(...Array.from({ length: 100 }, (_, index) => `line ${index}`), "An Error of some kind");
    const { page } = await test.open("#/backends/studio/log", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const log = page.getByRole("log", { name: "Log of studio" });
    await log.getByText("An Error of some kind").waitFor();
    const element = "document.querySelector('[role=log]')";
    const fromEnd = () =>
      page.evaluate<number>(`(({ scrollHeight, scrollTop, clientHeight }) =>
        scrollHeight - scrollTop - clientHeight)(${element})`);
    expect(await fromEnd()).toBeLessThan(2);
    server.lines.push("a new line");
    await log.getByText("a new line").waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);

    await page.evaluate(`${element}.scrollTop = 0`);
    await page.getByText("Paused here.").waitFor();
    server.lines.push("a line while it rests");
    await log.getByText("a line while it rests").waitFor();
    expect(await page.evaluate<number>(`${element}.scrollTop`)).toBe(0);
    await button(page, "Follow").click();
    await expect.poll(fromEnd).toBeLessThan(2);

    await page.getByLabel("Search the log").fill("error");
    await page.getByText("1 of 103 lines.").waitFor();
    await button(page, "Copy").click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("An Error of some kind");
  });
});
