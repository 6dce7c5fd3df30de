// The history of the view "Request" in a browser, and its requests as curl commands: without secrets, also after a reload.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { choose } from "./choices.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { sayPath, startRequestTest, type RequestPage } from "./request-bed.test.support.js";

const execute = promisify(execFile);
/** Runs a command in a shell with these variables. */
const run = async (script: string, variables: Readonly<Record<string, string>>): Promise<string> =>
  (await execute("sh", ["-c", script], { env: { PATH: process.env["PATH"], ...variables } })).stdout;

const marker = "TULIP-canary-98765";

describe.skipIf(chromiumPath === undefined)("the history of the request view", () => {
  const test = startForAll(() => startRequestTest(undefined, sayPath));
  const last = () => test.api.arrived.at(-1);

  const listOf = ({ page }: RequestPage) => page.getByRole("list", { name: "Sent requests" });
  const entriesOf = (request: RequestPage) => listOf(request).getByRole("listitem");
  const userName = ({ page }: RequestPage) => page.getByLabel("User name").first();
  async function sendTo(request: RequestPage, url: string): Promise<void> {
    await request.address.fill(url);
    await request.sendFor("200 OK", `at ${new URL(url).pathname}`);
  }
  /** Everything in which the page can keep a text. */
  const pageTexts = async ({ page }: RequestPage): Promise<string> =>
    (await page.content()) +
    (await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })"));

  it("lists what was sent, newest first, also after a reload and on another device, and sends it again", async () => {
    const request = await test.open();
    const { page, tab } = request;
    await sendTo(request, `${test.api.origin}/first?q=1`);
    await sendTo(request, `${test.api.origin}/second`);
    await tab("History");
    await expect.poll(() => entriesOf(request).count()).toBe(2);
    await page.reload();
    await expect.poll(() => entriesOf(request).count()).toBe(2);
    expect(await entriesOf(request).first().textContent()).toMatch(/^GET200 OK\d.*(just now|ago).*\/second/);
    await entriesOf(request)
      .nth(1)
      .getByRole("button", { name: /Send again/ })
      .click();
    await request.expectReply("200 OK", "at /first");
    expect(last()?.url).toBe("/first?q=1");
    await expect.poll(() => entriesOf(request).count()).toBe(3);
    const other = await test.open();
    await other.tab("History");
    await expect.poll(() => entriesOf(other).count()).toBe(3);
  });

  it("finds requests by words, opens one in the editor, and forgets one or all", async () => {
    const request = await test.open();
    const { page, address, tab } = request;
    await sendTo(request, `${test.api.origin}/needle?q=2`);
    await address.fill("");
    await tab("History");
    await page.getByRole("searchbox", { name: "Search in the history" }).fill("get needle");
    await expect.poll(() => entriesOf(request).count()).toBe(1);
    await entriesOf(request).getByTitle("Open in the editor").click();
    await expect.poll(() => address.inputValue()).toBe(`${test.api.origin}/needle?q=2`);
    await tab("History");
    await page.getByRole("button", { name: /^Forget GET .*needle/ }).click();
    await page.getByText("No sent request contains these words.").waitFor();
    await page.getByRole("searchbox", { name: "Search in the history" }).fill("");
    await expect.poll(() => entriesOf(request).count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Forget all" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget all" }).click();
    await page.getByText("No sent request is kept.").waitFor();
    await page.reload();
    await page.getByText("No sent request is kept.").waitFor();
  });

  it("keeps no credential: after a reload, the page names what is missing, and sends nothing before it is typed", async () => {
    const request = await test.open();
    const { page, tab } = request;
    await tab("Auth");
    await choose(page.getByLabel("Type", { exact: true }), "Basic Auth");
    await userName(request).fill("me");
    await page.getByLabel("Password").fill(marker);
    await sendTo(request, `${test.api.origin}/secret`);
    const authorization = last()?.headers.authorization;
    expect(authorization).toMatch(/^Basic /);
    await tab("History");
    await entriesOf(request)
      .first()
      .getByRole("button", { name: /Send again/ })
      .click();
    await expect.poll(() => test.api.arrived.filter(({ url }) => url === "/secret").length).toBe(2);
    expect(last()?.headers.authorization).toBe(authorization);
    await page.reload();
    expect(await pageTexts(request)).not.toContain(marker);
    const count = test.api.arrived.length;
    await entriesOf(request)
      .first()
      .getByRole("button", { name: /Send again/ })
      .click();
    const note = page.getByText("Type again what is missing, then send: the field password of Auth.");
    await note.waitFor();
    expect(test.api.arrived.length).toBe(count);
    expect(await pageTexts(request)).not.toContain(marker);
    await tab("Auth");
    expect(await userName(request).inputValue()).toBe("me");
    expect(await page.getByLabel("Password").inputValue()).toBe("");
    await page.getByLabel("Password").fill(marker);
    await request.sendFor("200 OK", "at /secret");
    expect(last()?.headers.authorization).toBe(authorization);
    await note.waitFor({ state: "detached" });
  });

  it("writes the request as a curl command that works, with secrets as variables of the shell", async () => {
    const request = await test.open({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page, address, tab } = request;
    await page.getByRole("combobox", { name: "Method" }).fill("PUT");
    await address.fill(`${test.api.origin}/curl?a=1`);
    await tab("Headers");
    await page.getByLabel("New header: name").pressSequentially("X-From");
    await page.getByLabel("Header 1: value").fill("it's me");
    await tab("Auth");
    await choose(page.getByLabel("Type", { exact: true }), "Basic Auth");
    await userName(request).fill("me");
    await page.getByLabel("Password").fill(marker);
    await page.getByRole("button", { name: "More for the request" }).click();
    await page.getByRole("menuitem", { name: "Show as curl command" }).click();
    const command = page.getByRole("region", { name: "Command" });
    await command.getByText("BASIC_PASSWORD").waitFor();
    await page.getByText("Set the variable BASIC_PASSWORD of the shell first.").waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("dialog").getByText("Command copied.").waitFor();
    const text = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(text).toBe(await command.textContent());
    expect(text).not.toContain(marker);
    const arrived = test.api.arrived.length;
    const script = `${text} --silent`;
    expect(await run(script, { BASIC_PASSWORD: marker })).toBe("at /curl?a=1");
    expect(test.api.arrived.slice(arrived)).toMatchObject([
      {
        method: "PUT",
        headers: {
          "x-from": "it's me",
          authorization: `Basic ${Buffer.from(`me:${marker}`).toString("base64")}`,
        },
      },
    ]);
    await page.keyboard.press("Escape");
    await command.waitFor({ state: "detached" });
  });

  it("says why there is no curl command, and tries again", async () => {
    const { page, address } = await test.open();
    await address.fill(`${test.api.origin}/curl`);
    await page.route("**/v1/requests/format-curl", (route) => route.abort());
    await page.getByRole("button", { name: "More for the request" }).click();
    await page.getByRole("menuitem", { name: "Show as curl command" }).click();
    const failure = page.getByRole("dialog", { name: "curl command" }).getByRole("alert");
    await failure.waitFor();
    await page.unroute("**/v1/requests/format-curl");
    await failure.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("region", { name: "Command" }).waitFor();
  });

  it("says that a curl command was not copied, until a copy succeeds", async () => {
    const { page, address } = await test.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await address.fill(`${test.api.origin}/curl`);
    await page.getByRole("button", { name: "More for the request" }).click();
    await page.getByRole("menuitem", { name: "Show as curl command" }).click();
    const copy = page.getByRole("button", { name: "Copy", exact: true });
    await copy.waitFor();
    await page.evaluate(`navigator.clipboard.writeText = () => {
      delete navigator.clipboard.writeText;
      return Promise.reject(new DOMException("", "NotAllowedError"));
    }`);
    await copy.click();
    const failure = page.getByRole("dialog").getByText(/^The browser did not allow copying\./);
    await failure.waitFor();
    await copy.click();
    await page.getByRole("dialog").getByText("Command copied.").waitFor();
    expect(await failure.count()).toBe(0);
  });
});
