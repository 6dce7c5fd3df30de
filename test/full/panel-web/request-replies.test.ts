// Replies in a browser: hostile ones do not run, long ones do not block the page, and a search finds what is in them.

import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { createRequire } from "node:module";
import { join } from "node:path";
import { listen } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { root } from "../../sources.test.support.js";
import { choose } from "./choices.test.support.js";
import { axeViolations } from "./axe.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { openAuth } from "./request-auth.test.support.js";
import { startRequestTest } from "./request-bed.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");
const png = PNG.sync.write(new PNG({ width: 1, height: 1 }));

const script = "globalThis.hasRun = true; document.title = 'HOSTILE'; fetch('/v1/tokens')";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="${script}"><script>${script}</script><rect width="40" height="40"/></svg>`;
const html = `<!doctype html><title>x</title><img src=x onerror="${script}"><script>${script}</script><meta http-equiv=refresh content="0;url=/gone">`;

describe.skipIf(chromiumPath === undefined)("a reply", () => {
  const test = startForAll(() => startRequestTest());

  async function show(type: string, body: string | Buffer) {
    test.api.answer = (_arrived, response) => {
      response.writeHead(200, { "content-type": type }).end(body);
    };
    const request = await test.open();
    await request.address.fill(`${test.api.origin}/x`);
    await request.sendFor("200 OK");
    return request;
  }
  const hasRun = (page: Page) =>
    page.evaluate<boolean>("globalThis.hasRun === true || document.title.includes('HOSTILE')");
  const widthOf = (page: Page) =>
    page.evaluate<number>("document.querySelector('.image-body img')?.naturalWidth");
  const view = (page: Page, name: string) =>
    page.getByRole("radiogroup", { name: "View of the body" }).getByText(name).click();

  it.each([
    ["text/html", html],
    ["application/json", html],
    ["text/javascript", script],
    ["application/xhtml+xml", html],
  ])("of the type %s is a text, and its script does not run", async (type, body) => {
    const { page, expectReply } = await show(type, body);
    await expectReply("200 OK", /hasRun/);
    await view(page, "Raw");
    await expectReply("200 OK", /hasRun/);
    expect(await page.locator("iframe, object, embed").count()).toBe(0);
    expect(await hasRun(page)).toBe(false);
  });

  it("that is an SVG is an image by a blob: address, and its script does not run", async () => {
    const { page } = await show("image/svg+xml", svg);
    const image = page.getByRole("img", { name: "Body of the reply" });
    await expect.poll(() => widthOf(page)).toBe(40);
    expect(await image.getAttribute("src")).toMatch(/^blob:/);
    expect(await hasRun(page)).toBe(false);
    await view(page, "Raw");
    await page.getByRole("region", { name: "Body" }).getByText("hasRun").first().waitFor();
    expect(await hasRun(page)).toBe(false);
  });

  it("that is an image is shown, and its bytes are shown in hexadecimal", async () => {
    const { page } = await show("image/png", png);
    await expect.poll(() => widthOf(page)).toBe(1);
    await view(page, "Hex");
    await page.getByText("00000000 89 50 4e 47 0d 0a 1a 0a").waitFor();
  });

  it("that claims to be an image and is none says so", async () => {
    const { page } = await show("image/png", "no image");
    await page.getByText("The body is no image that the browser can show.").waitFor();
  });

  it("of 5 MB draws only what is seen, keeps the page responsive, and is searched to its end", async () => {
    const entries = Array.from({ length: 60_000 }, (_, index) => ({
      index,
      text: `entry number ${index} of the list`,
    }));
    const body = JSON.stringify([...entries, { last: "the needle" }]);
    expect(body.length).toBeGreaterThan(3_000_000);
    const long = body + " ".repeat(Math.max(0, 5_000_000 - body.length));
    const request = await test.open();
    const { reply } = request;
    test.api.answer = (_arrived, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(long);
    };
    await request.address.fill(`${test.api.origin}/long`);
    await request.sendFor("200 OK", /"index": 0/);
    expect(await reply.locator(".line").count()).toBeLessThan(200);
    const search = reply.getByRole("searchbox", { name: "Search in the body" });
    await search.fill("needle");
    await reply.getByText("1 of 1").waitFor();
    await reply.locator("mark.current").waitFor();
    expect(await reply.locator("mark.current").textContent()).toBe("needle");
    await search.fill("entry number 5999");
    await reply.getByText(/^1 of 11$/).waitFor();
    await search.press("Enter");
    await reply.getByText(/^2 of 11$/).waitFor();
    await reply.getByRole("button", { name: "Previous match" }).click();
    await reply.getByText(/^1 of 11$/).waitFor();
    // The form goes on working.
    await request.address.fill(`${test.api.origin}/next`);
    expect(await request.address.inputValue()).toBe(`${test.api.origin}/next`);
  });

  it("has the notes of the server, each with its code and what to do", async () => {
    const request = await openAuth(test);
    await choose(request.type, "Bearer Token");
    await request.page.getByLabel("Token", { exact: true }).fill("of the scheme");
    await request.tab("Headers");
    await request.page.getByLabel("New header: name").pressSequentially("Authorization");
    await request.page.getByLabel("Header 1: value").fill("typed");
    await request.sendFor("200 OK");
    await request.reply.getByRole("tab", { name: /^Notes/ }).click();
    await request.reply.getByText("AUTH_REPLACED").waitFor();
  });

  it("whose body cannot be read fails in the words of the page", async () => {
    const { address, send, reply } = await test.open();
    test.api.answer = (_arrived, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end("not gzip");
    };
    await address.fill(`${test.api.origin}/broken`);
    await send();
    await reply.getByText("REQUEST_CODING_INVALID").waitFor();
    await reply
      .getByText("ask for no coding with the header Accept-Encoding: identity", { exact: false })
      .waitFor();
    expect(await reply.textContent()).not.toContain("--compressed");
  });

  it("that comes slowly is searched as it comes, and the next one is not", async () => {
    const { address, send, reply } = await test.open();
    let end = (): void => undefined;
    test.api.answer = (_arrived, response) => {
      response.setHeader("content-type", "text/plain").write("a needle\n");
      end = () => response.end("and another needle");
    };
    await address.fill(`${test.api.origin}/slow`);
    await send();
    const search = reply.getByRole("searchbox", { name: "Search in the body" });
    await search.fill("needle");
    await reply.getByText("1 of 1").waitFor();
    end();
    await reply.getByText("1 of 2").waitFor();
    expect(await search.inputValue()).toBe("needle");
    test.api.answer = (_arrived, response) => response.end("a needle again");
    await send();
    await reply.getByText("a needle again").waitFor();
    expect(await search.inputValue()).toBe("");
  });

  it("that lacks credentials leads to the tab Auth, with one button", async () => {
    const request = await openAuth(test);
    await choose(request.type, "Bearer Token");
    await request.tab("Query");
    await request.send();
    const error = request.reply.getByRole("alert");
    await error.getByText("AUTH_NOT_CONFIGURED").waitFor();
    expect(await request.reply.getByText("Show Auth").count()).toBe(1);
    await error.getByRole("link", { name: "Show Auth" }).click();
    await request.page.getByRole("tab", { name: /^Auth/, selected: true }).waitFor();
  });

  it("with the status 401 says what the server asks for, and offers the auth type that answers it", async () => {
    const request = await test.open();
    const { page, reply } = request;
    test.api.answer = ({ headers }, response) => {
      const isIn = headers.authorization?.startsWith("Basic ") === true;
      response
        .writeHead(isIn ? 200 : 401, isIn ? {} : { "www-authenticate": 'Basic realm="the shop"' })
        .end();
    };
    await request.address.fill(`${test.api.origin}/shop`);
    await request.sendFor("401 Unauthorized");
    await reply.getByText("The request had no credentials.").waitFor();
    await reply.getByText('Basic: realm "the shop"').waitFor();
    await reply.getByRole("button", { name: "Use Basic Auth" }).click();
    await page.getByLabel("User name").first().fill("me");
    await page.getByLabel("Password").fill("pw");
    await request.sendFor("200 OK");
    test.api.answer = (_arrived, response) => response.writeHead(401).end();
    await request.send();
    await reply.getByText(/^The server refused the credentials of this request \(Basic Auth\)/).waitFor();
    await reply.getByText("It does not say which credentials it wants", { exact: false }).waitFor();
  });

  it("of a server whose certificate nobody known has signed comes once its fingerprint is trusted", async () => {
    const fixture = (name: string) => readFileSync(join(root, `services/requests/fixtures/${name}.test.pem`));
    const server = createServer(
      { key: fixture("server-key"), cert: fixture("server") },
      (_request, response) => {
        response.setHeader("content-type", "text/plain").end("over TLS");
      },
    );
    const { host, close } = await listen(server);
    const { page, address, send, reply, expectReply } = await test.open();
    await address.fill(`https://${host}/`);
    await send();
    const note = reply.getByRole("group", { name: "Certificate of the server" });
    await note.getByText("For Pictor test server, signed by Pictor test authority.").waitFor();
    await note.getByText("8C:E9:4E:3E:BF:37:1B:91", { exact: false }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await note.getByRole("button", { name: "Trust it and send again" }).click();
    await expectReply("200 OK", "over TLS");
    await close();
  });
});
