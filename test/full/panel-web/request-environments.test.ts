// Environments of the view "Request" in a browser: created, edited and deleted, and their variables in every field.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { choose } from "./choices.test.support.js";
import { axeViolations } from "./axe.test.support.js";
import { holdReply } from "./held-replies.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { sayPath, startRequestTest, type RequestPage } from "./request-bed.test.support.js";

const marker = "TULIP-canary-98765";

describe.skipIf(chromiumPath === undefined)(
  "the environments of the request view",
  { timeout: 60_000 },
  () => {
    const test = startForAll(() =>
      startRequestTest(
        ({ origin }) => ({
          configuration: { environments: { lab: { host: origin, id: "7", user: "ann" } } },
        }),
        sayPath,
      ),
    );
    const last = () => test.api.arrived.at(-1);
    const written = (): string => readFileSync(join(test.folder, "project/pictor.json"), "utf8");
    const open = async ({ page }: RequestPage, item: RegExp): Promise<void> => {
      await page.getByRole("button", { name: /^Environment: / }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    /** Chooses an environment, and waits until the server has taken the choice. */
    const activate = async (request: RequestPage, name: "lab" | "stage" | "None"): Promise<void> => {
      await open(request, new RegExp(`^${name}`));
      await request.page.getByRole("button", { name: `Environment: ${name.toLowerCase()}` }).waitFor();
    };

    it("say why the choice of one failed, until another choice succeeds", async () => {
      const request = await test.open();
      const { page } = request;
      await page.route("**/v1/environments/active", (route) => route.abort());
      await open(request, /^lab/);
      const failure = page.getByRole("main").getByRole("alert");
      await failure.waitFor();
      await page.unroute("**/v1/environments/active");
      await activate(request, "lab");
      await failure.waitFor({ state: "detached" });
      await activate(request, "None");
    });

    it("are created with a secret that only the server keeps, edited, and deleted, on every device at once", async () => {
      const request = await test.open();
      const device = await test.open();
      const { page, address, send, sendFor } = request;
      await open(request, /^New environment/);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("stage");
      await dialog.getByLabel("New variable: name").pressSequentially("host");
      await dialog.getByLabel("Variable 1: value").fill(test.api.origin);
      await dialog.getByLabel("New variable: name").pressSequentially("apiKey");
      expect(await dialog.getByLabel("Variable 2: value").getAttribute("type")).toBe("password");
      await dialog.getByLabel("Variable 2: value").fill(marker);
      expect(await axeViolations(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Create", exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      expect(JSON.parse(written())).toMatchObject({
        environments: { stage: { host: test.api.origin, apiKey: { $secret: expect.any(String) as string } } },
      });
      expect(written() + (await page.content())).not.toContain(marker);
      await activate(device, "stage");
      await page.getByRole("button", { name: "Environment: stage" }).waitFor();
      await address.fill("{{host}}/a?k={{apiKey}}");
      await page.getByText(`${test.api.origin}/a?k=•••`, { exact: true }).waitFor();
      await sendFor("200 OK");
      expect(last()?.url).toBe(`/a?k=${marker}`);
      await open(request, /^Edit stage/);
      await dialog.getByLabel("New variable: name").pressSequentially("id");
      await dialog.getByLabel("Variable 3: value").fill("8");
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      // What was saved stays open, as the form of a profile does.
      await dialog.getByText("Not saved:").waitFor({ state: "detached" });
      expect(await dialog.getByLabel("Variable 3: value").inputValue()).toBe("8");
      await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
      await send();
      await expect.poll(() => last()?.url).toBe(`/a?k=${marker}`);
      await address.fill("{{host}}/{{id}}");
      await page.getByText(`${test.api.origin}/8`, { exact: true }).waitFor();
      await open(request, /^Edit stage/);
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      const question = page.getByRole("dialog", { name: "Delete the environment stage?" });
      await question.getByRole("button", { name: "Keep it" }).click();
      expect(JSON.parse(written())).toHaveProperty("environments.stage");
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await question.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Environment: none" }).waitFor();
      await device.page.getByRole("button", { name: "Environment: none" }).waitFor();
      expect(JSON.parse(written())).not.toHaveProperty("environments");
      await activate(request, "lab");
    });

    it("keep the secrets of variables apart whose names differ in marks alone", async () => {
      const request = await test.open();
      const { page, address, sendFor } = request;
      await open(request, /^New environment/);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("stage");
      for (const [index, name] of ["shop.token", "shop-token"].entries()) {
        await dialog.getByLabel("New variable: name").pressSequentially(name);
        await dialog.getByLabel(`Variable ${index + 1}: value`).fill(`${marker}-${index}`);
      }
      await dialog.getByRole("button", { name: "Create", exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      await activate(request, "stage");
      await address.fill(`${test.api.origin}/{{shop.token}}/{{shop-token}}`);
      await sendFor("200 OK");
      expect(last()?.url).toBe(`/${marker}-0/${marker}-1`);
      await open(request, /^Edit stage/);
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      const question = page.getByRole("dialog", { name: "Delete the environment stage?" });
      await question.getByRole("button", { name: "Delete" }).click();
      await activate(request, "lab");
    });

    it("keep cookies once they are turned on, show them without values, and clear them", async () => {
      const request = await test.open();
      const { page, address, sendFor } = request;
      test.api.answer = ({ url }, response) => {
        response.setHeader("Set-Cookie", `sid=${marker}; HttpOnly`).end(`at ${url}`);
      };
      await activate(request, "lab");
      await open(request, /^Cookies/);
      const dialog = page.getByRole("dialog", { name: "Cookies" });
      await dialog.getByRole("switch", { name: "Keep the cookies of the environment lab" }).click();
      await dialog.getByText("No cookies yet.").waitFor();
      expect(JSON.parse(written())).toMatchObject({ cookieJars: { lab: true } });
      await page.keyboard.press("Escape");
      await address.fill("{{host}}/login");
      await sendFor("200 OK", "at /login");
      await address.fill("{{host}}/home");
      await sendFor("200 OK", "at /home");
      expect(last()?.headers.cookie).toBe(`sid=${marker}`);
      await open(request, /^Cookies/);
      await dialog.getByRole("cell", { name: "sid" }).waitFor();
      // On a phone the heads of the columns stand before the cells.
      expect(await dialog.locator("td:not(:first-child):not([data-title])").count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.content()).not.toContain(marker);
      await page.keyboard.press("Escape");
      // Of the environment that was shown before, nothing is left while the cookies are read.
      const late = await holdReply(page, "GET", "/v1/cookies");
      await open(request, /^Cookies/);
      await late.sent;
      expect(await dialog.getByRole("cell", { name: "sid" }).count()).toBe(0);
      await late.release();
      await dialog.getByRole("button", { name: "Clear all" }).click();
      await dialog.getByText("No cookies yet.").waitFor();
      await dialog.getByRole("switch").click();
      await dialog.getByText("No cookies yet.").waitFor({ state: "detached" });
      expect(JSON.parse(written())).toMatchObject({ cookieJars: { lab: false } });
      test.api.answer = sayPath;
    });

    it("say why they cannot be saved or deleted, and keep what was typed", async () => {
      const request = await test.open();
      const { page } = request;
      await open(request, /^New environment/);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("lab");
      await dialog.getByText("There is already an environment with this name.").waitFor();
      await dialog.getByLabel("Name", { exact: true }).fill("-no");
      await dialog.getByLabel("New variable: name").pressSequentially("a");
      await dialog.getByRole("button", { name: "Create", exact: true }).click();
      await dialog.getByText(/cannot be the name of an environment/).waitFor();
      expect(await dialog.getByLabel("Variable 1: name").inputValue()).toBe("a");
      await page.keyboard.press("Escape");
      await open(request, /^Edit lab/);
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await page
        .getByRole("dialog", { name: /^Delete the/ })
        .getByRole("button", { name: "Delete" })
        .click();
      await dialog.getByText(/the configuration makes it active/).waitFor();
    });

    it("are drafts: what is not saved is marked, stays when the editor is closed, is asked about, and is taken back", async () => {
      const request = await test.open();
      const { page } = request;
      const dialog = page.getByRole("dialog");
      const status = dialog.getByRole("status", { name: "Unsaved changes of the environment lab" });
      await open(request, /^Edit lab/);
      await dialog.getByLabel("Variable 2: value").fill("9");
      await dialog.getByLabel("New variable: name").pressSequentially("token");
      await dialog.getByLabel("Variable 4: value").fill(marker);
      await status.getByText("id, token").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Environment: .*not saved$/ }).waitFor();
      expect(await page.evaluate<string>("JSON.stringify(localStorage)")).not.toContain(marker);
      const asked: string[] = [];
      page.once("dialog", (question) => {
        asked.push(question.type());
        void question.accept();
      });
      await page.reload();
      expect(asked).toEqual(["beforeunload"]);
      await open(request, /^Edit lab/);
      expect(await dialog.getByLabel("Variable 2: value").inputValue()).toBe("9");
      expect(await dialog.getByLabel("Variable 4: value").inputValue()).toBe("");
      await status.getByRole("button", { name: "Revert" }).click();
      await status.waitFor({ state: "detached" });
      expect(await dialog.getByLabel("Variable 2: value").inputValue()).toBe("7");
      await dialog.getByLabel("Variable 2: value").fill("8");
      await page.keyboard.press("Control+s");
      await status.waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      expect(JSON.parse(written())).toMatchObject({ environments: { lab: { id: "8", user: "ann" } } });
      await page.getByRole("button", { name: /^Environment: [a-z]+$/ }).waitFor();
      await open(request, /^Edit lab/);
      await dialog.getByLabel("Variable 2: value").fill("7");
      await status.getByRole("button", { name: "Save" }).click();
      await status.waitFor({ state: "detached" });
      page.on("dialog", ({ type }) => asked.push(type()));
      await page.reload();
      expect(asked).toHaveLength(1);
    });

    it("are opened by the error about a variable that is missing", async () => {
      const request = await test.open();
      const { page, address, send, reply } = request;
      await activate(request, "lab");
      await address.fill("{{host}}/{{gone}}");
      await send();
      await reply.getByText("Add the variable to the environment, or choose another environment.").waitFor();
      await reply.getByRole("link", { name: "Open the environment" }).click();
      await page.getByRole("dialog", { name: "Environment lab" }).waitFor();
      await page.keyboard.press("Escape");
      // Without an environment, the advice leads to a new one.
      await activate(request, "None");
      await send();
      await reply.getByText("the environment (none is active)", { exact: false }).waitFor();
      await reply.getByRole("link", { name: "Open the environment" }).click();
      await page.getByRole("dialog", { name: "New environment" }).waitFor();
      await page.keyboard.press("Escape");
      await activate(request, "lab");
      // The choice goes on after a restart.
      await test.restart();
      await page.reload();
      await page.getByRole("button", { name: "Environment: lab" }).waitFor();
    });

    it("complete and show variables in the query, headers, all bodies and auth, and flag those without a value", async () => {
      const request = await test.open();
      const { page, address, tab, sendFor } = request;
      const shown = (text: string) => page.locator(".resolved", { hasText: text }).first().waitFor();
      const complete = async (name: string, text: string): Promise<void> => {
        const field =
          name === "JSON" ? page.getByRole("textbox", { name }) : page.getByLabel(name, { exact: true });
        await field.pressSequentially(text);
        await page.getByRole("listbox", { name: "Variables" }).getByRole("option").first().waitFor();
        await field.press("Enter");
      };
      await address.fill("{{host}}/all");
      await tab("Query");
      await page.getByLabel("New parameter: name").pressSequentially("i");
      await complete("Parameter 1: value", "{{i");
      await shown("7");
      await tab("Headers");
      await page.getByLabel("New header: name").pressSequentially("X-Id");
      await complete("Header 1: value", "n {{i");
      await shown("n 7");
      await page.getByLabel("Header 1: value").fill("n {{id}} {{gone}}");
      await shown("The environment lab has no gone.");
      await page.getByLabel("Header 1: value").fill("n {{id}}");
      await tab("Body");
      const kind = (name: string) =>
        page.getByRole("radiogroup", { name: "Kind of body" }).getByText(name, { exact: true }).click();
      await kind("JSON");
      await complete("JSON", '{"id": {{i');
      await shown("id = 7");
      await kind("Multipart");
      await page.getByLabel("New part: name").pressSequentially("who");
      await complete("Part 1: value", "{{us");
      await shown("ann");
      await page.getByLabel("New part: name").pressSequentially("file");
      await page.getByRole("button", { name: "Part 2 is a file" }).click();
      await page
        .getByLabel("Part 2: file")
        .setInputFiles({
          name: "x.bin",
          mimeType: "application/octet-stream",
          buffer: Buffer.from("{{user}}"),
        });
      await tab("Auth");
      await choose(page.getByLabel("Type", { exact: true }), "Basic Auth");
      await complete("User name", "{{us");
      await complete("Password", "{{i");
      await shown("id = 7");
      await page.getByRole("combobox", { name: "Method" }).fill("POST");
      await sendFor("200 OK");
      expect(last()).toMatchObject({
        url: "/all?i=7",
        headers: { "x-id": "n 7", authorization: `Basic ${Buffer.from("ann:7").toString("base64")}` },
      });
      expect(last()?.body).toMatch(/name="who"\r\n\r\nann\r\n[^]*\r\n\r\n\{\{user\}\}\r\n/);
    });
  },
);
