// The view "Request" in a browser: what is typed is what is sent, and the reply is shown.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeViolations } from "./axe.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { paste, startRequestTest } from "./request-bed.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

/** Pastes a curl command into the address, and imports it. */
async function importCommand(page: Page, command: string): Promise<void> {
  await paste(page, ".address-input", command);
  await page.getByRole("button", { name: "Import it" }).click();
}

describe.skipIf(chromiumPath === undefined)("the request view", () => {
  const test = startForAll(() => startRequestTest());
  const last = () => test.api.arrived.at(-1);

  it("sends a method of the list and one that is typed, with Ctrl+Enter and with Enter", async () => {
    const { page, address, expectReply } = await test.open();
    await address.fill(`${test.api.origin}/a`);
    const method = page.getByRole("combobox", { name: "Method" });
    await method.click();
    await page.getByRole("option", { name: "DELETE" }).click();
    await page.keyboard.press("Control+Enter");
    await expectReply("200 OK", '"DELETE"');
    await method.fill("purge");
    await address.press("Enter");
    await expectReply("200 OK", '"PURGE"');
  });

  it("keeps the query table and the address equal, byte for byte where nothing was edited", async () => {
    const { page, address, sendFor } = await test.open();
    await address.fill(`${test.api.origin}/a?sum=a%2Fb+c&flag&q=%41`);
    await page.getByLabel("Parameter 3: value").fill("x y&z");
    await page.getByLabel("New parameter: name").pressSequentially("more");
    await page.getByLabel("Parameter 4: value").pressSequentially("1");
    expect(await address.inputValue()).toBe(`${test.api.origin}/a?sum=a%2Fb+c&flag&q=x%20y%26z&more=1`);
    await sendFor("200 OK", "sum=a%2Fb+c&flag&q=x%20y%26z&more=1");
    await page.getByLabel("Use parameter 1").click();
    await page.getByLabel("Use parameter 1").click();
    expect(await address.inputValue()).toBe(`${test.api.origin}/a?q=x%20y%26z&more=1`);
    await page.reload();
    await page.getByLabel("Use parameter 4").click();
    expect(await address.inputValue()).toBe(`${test.api.origin}/a?q=x%20y%26z&more=1&sum=a%2Fb+c`);
    await page.getByRole("button", { name: "Remove parameter 1" }).click();
    await page.getByRole("button", { name: "Remove parameter 3" }).click();
    expect(await address.inputValue()).toBe(`${test.api.origin}/a?more=1&sum=a%2Fb+c`);
    await page.getByLabel("New parameter: name").pressSequentially("z");
    expect(await address.inputValue()).toBe(`${test.api.origin}/a?more=1&sum=a%2Fb+c&z`);
  });

  it("sends the headers that are switched on, and suggests names", async () => {
    const { page, address, tab, sendFor } = await test.open();
    await address.fill(`${test.api.origin}/headers`);
    await tab("Headers");
    await page.getByLabel("New header: name").pressSequentially("X-One");
    await page.getByLabel("Header 1: value").fill("1");
    await page.getByLabel("New header: name").pressSequentially("X-Two");
    await page.getByLabel("Header 2: value").fill("2");
    await page.getByLabel("Use header 2").uncheck();
    const suggestions = page.getByRole("listbox", { name: "Suggestions" });
    await page.getByLabel("New header: name").pressSequentially("lang");
    await suggestions.getByRole("option", { name: "Accept-Language" }).waitFor();
    // Enter takes what the arrow keys have reached, and nothing else.
    await page.keyboard.press("Tab");
    expect(await page.getByLabel("Header 3: name").inputValue()).toBe("lang");
    await page.getByLabel("Header 3: name").press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("Header 3: name").inputValue()).toBe("Accept-Language");
    await page.getByLabel("Header 3: name").fill("prefer");
    await page.keyboard.press("Escape");
    await page.getByLabel("Header 3: value").pressSequentially("wait");
    await suggestions.getByRole("option", { name: "wait=60" }).click();
    await sendFor("200 OK");
    expect(last()?.headers).toMatchObject({ "x-one": "1", prefer: "wait=60" });
    expect(last()?.headers).not.toHaveProperty("x-two");
  });

  it("makes rows of lines that are pasted into a name: headers, and parameters of the query", async () => {
    const { page, address, sendFor } = await test.open();
    await address.fill(`${test.api.origin}/a`);
    await paste(page, '[aria-label="New parameter: name"]', "a=1\nb=x y\n");
    expect(await address.inputValue()).toBe(`${test.api.origin}/a?a=1&b=x%20y`);
    await page.getByRole("tab", { name: /^Headers/ }).click();
    await paste(page, '[aria-label="New header: name"]', "X-One: 1\nX-Time: 10:30\n");
    await sendFor("200 OK");
    expect(last()?.headers).toMatchObject({ "x-one": "1", "x-time": "10:30" });
  });

  it("sends each kind of body, checks and formats JSON, and keeps the others meanwhile", async () => {
    const { page, address, tab, sendFor } = await test.open();
    const kind = (name: string) =>
      page.getByRole("radiogroup", { name: "Kind of body" }).getByText(name).click();
    const arrives = async (path: string) => {
      await address.fill(`${test.api.origin}/${path}`);
      await sendFor("200 OK", path);
      return last();
    };
    await page.getByRole("combobox", { name: "Method" }).fill("POST");
    await tab("Body");
    await kind("JSON");
    const json = page.getByRole("textbox", { name: "JSON" });
    await json.fill('{"seed":18446744073709551615,');
    await page.getByText(/JSON at position|Expected/).waitFor();
    await json.fill('{"seed":18446744073709551615}');
    await page.getByRole("button", { name: "Format" }).click();
    expect(await arrives("json")).toMatchObject({
      headers: { "content-type": "application/json" },
      body: '{\n  "seed": 18446744073709551615\n}',
    });
    await kind("Text");
    await page.getByRole("textbox", { name: "Text" }).fill("hello");
    expect(await arrives("text")).toMatchObject({ body: "hello" });
    await kind("Form");
    await page.getByLabel("New field: name").pressSequentially("a b");
    await page.getByLabel("Field 1: value").fill("1&2");
    expect(await arrives("form")).toMatchObject({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "a%20b=1%262",
    });
    const file = join(test.folder, "note.txt");
    writeFileSync(file, "from a file");
    await kind("Multipart");
    await page.getByLabel("New part: name").pressSequentially("note");
    await page.getByRole("button", { name: "Part 1 is a file" }).click();
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page.getByText("note.txt · 11 B").waitFor();
    expect((await arrives("multipart"))?.body).toMatch(/name="note"; filename="note.txt"[^]*from a file/);
    await kind("File");
    const place = page.locator(".file-field");
    await place.dispatchEvent("dragover");
    await expect.poll(() => place.getAttribute("class")).toContain("over");
    await place.dispatchEvent("dragleave");
    await expect.poll(() => place.getAttribute("class")).not.toContain("over");
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page.getByText("note.txt · 11 B").waitFor();
    expect(await arrives("file")).toMatchObject({
      headers: { "content-type": "text/plain" },
      body: "from a file",
    });
    await kind("Text");
    expect(await page.getByRole("textbox", { name: "Text" }).inputValue()).toBe("hello");
  });

  it("keeps the draft over a reload, without credentials", async () => {
    const { page, address, tab } = await test.open();
    await address.fill(`${test.api.origin}/kept?api_key=TULIP&q=1`);
    await tab("Headers");
    await page.getByLabel("New header: name").pressSequentially("Authorization");
    await page.getByLabel("Header 1: value").fill("Bearer TULIP");
    await page.reload();
    await expect.poll(() => address.inputValue()).toBe(`${test.api.origin}/kept?api_key=&q=1`);
    expect(await page.getByLabel("Header 1: name").inputValue()).toBe("Authorization");
    expect(await page.getByLabel("Header 1: value").inputValue()).toBe("");
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain(
      "TULIP",
    );
  });

  it("shows status, time, size, headers, redirects, and each hop with its sent headers", async () => {
    const { page, address, reply, sendFor } = await test.open();
    test.api.answer = ({ url }, response) => {
      if (url === "/old") response.writeHead(301, { location: "/new" }).end();
      else response.writeHead(404, { "content-type": "text/plain", "x-here": "yes" }).end("nothing");
    };
    await address.fill(`${test.api.origin}/old`);
    await page.getByRole("tab", { name: "Headers" }).click();
    await page.getByLabel("New header: name").pressSequentially("X-Sent");
    await sendFor("404 Not Found", "nothing");
    await reply.getByText(/\d+ ms · 7 B/).waitFor();
    await reply.getByRole("tab", { name: "Headers" }).click();
    await reply.getByRole("cell", { name: "x-here" }).waitFor();
    await reply.getByText("1 redirect: 301 → 404").waitFor();
    await reply.getByText(`ended at ${test.api.origin}/new`).waitFor();
    await reply.getByRole("button", { name: "Show hops" }).click();
    const hops = reply.locator(".hop");
    await expect.poll(() => hops.count()).toBe(2);
    expect(await hops.first().textContent()).toContain("301");
    await hops.first().getByText("sent headers").click();
    await hops.first().getByText("x-sent: ").or(hops.first().getByText("X-Sent:")).waitFor();
    expect(await page.title()).toContain("Request");
  });

  it("says of an unreachable server what happened, with a code and what to do", async () => {
    const { address, send, reply } = await test.open();
    await address.fill("http://127.0.0.1:1/");
    await send();
    const note = reply.getByRole("alert");
    await note.waitFor();
    expect(await note.locator("code").textContent()).toMatch(/^[A-Z_]+$/);
    expect((await note.locator("p").count()) >= 2).toBe(true);
  });

  it("cancels a request that runs, and the server stops it", async () => {
    const { page, address, send, reply } = await test.open();
    let isGone = false;
    test.api.answer = (_arrived, response) => {
      response.on("close", () => (isGone = true));
    };
    await address.fill(`${test.api.origin}/slow`);
    await send();
    await reply.getByText(/Waiting for the reply/).waitFor();
    await reply.getByRole("button", { name: "Cancel" }).click();
    await reply.getByText("The request was cancelled.").waitFor();
    await expect.poll(() => isGone).toBe(true);
    await page.getByRole("button", { name: /^Send/ }).waitFor();
  });

  it("offers to import a curl command that is pasted into the address", async () => {
    const { page, address, tab, sendFor } = await test.open();
    test.api.answer = ({ body }, response) => response.end(`got ${body}`);
    const command = `curl '${test.api.origin}/curl?a=1' -X PUT -H 'X-From: curl' -u me:TULIP -d 'hello'`;
    await address.waitFor();
    await importCommand(page, command);
    await expect.poll(() => address.inputValue()).toBe(`${test.api.origin}/curl?a=1`);
    await sendFor("200 OK", "got hello");
    expect(last()).toMatchObject({
      method: "PUT",
      headers: { "x-from": "curl", authorization: `Basic ${Buffer.from("me:TULIP").toString("base64")}` },
    });
    await tab("Auth");
    expect(await page.getByLabel("Type").textContent()).toBe("Basic Auth");
  });

  it("asks for the files of a curl command, and says beside the request what is left out", async () => {
    const { page, address, sendFor } = await test.open();
    test.api.answer = (_arrived, response) => response.end("got it");
    await address.waitFor();
    await importCommand(
      page,
      `curl -k -x http://proxy.example -F photo=@fox.png -F title=fox ${test.api.origin}/form`,
    );
    const about = page.getByRole("group", { name: "About the curl command" });
    await about.getByText("The curl option -k is left out. Certificates are always checked.").waitFor();
    await about.getByText("The curl option -x is left out.").waitFor();
    // The picker stands in place of the note about its file.
    expect(await about.getByText("not read here").count()).toBe(0);
    await about
      .getByLabel("The part photo is the file fox.png")
      .setInputFiles({ name: "own.png", mimeType: "image/png", buffer: Buffer.from("PNG") });
    expect(await axeViolations(page)).toEqual([]);
    await sendFor("200 OK", "got it");
    expect(last()?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(last()?.body).toContain(
      'name="photo"; filename="own.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n',
    );
    expect(last()?.body).toContain('name="title"\r\n\r\nfox\r\n');
    await about.getByRole("button", { name: "Dismiss" }).click();
    await about.waitFor({ state: "detached" });
  });
});
