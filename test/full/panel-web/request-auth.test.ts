// The Auth tab in a browser: schemes, profiles, and what becomes of typed secrets.

import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createClient } from "@pictor/client";
import { choose, optionsOf } from "./choices.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { openAuth } from "./request-auth.test.support.js";
import { startRequestTest } from "./request-bed.test.support.js";
import { authScheme } from "./strangers/auth-scheme.js";
import { startForAll } from "../../start-for-all.test.support.js";

const marker = "TULIP-canary-98765";
/** What the server has of a profile, as a script of the page. */
const read = (path: string): string =>
  `fetch("${path}", { headers: { authorization: "Bearer " + sessionStorage.getItem("pictor.token") } }).then((reply) => reply.json())`;
const typeOf = (name: string): string => `${read(`/v1/profiles/${name}`)}.then(({ type }) => type)`;
const schemesOf = (name: string): string => `${read(`/v1/profiles/${name}`)}.then(({ schemes }) => schemes)`;
const secretNames = async (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(
    `${read("/v1/secrets")}.then(({ names }) => names.filter((name) => name.startsWith("home.")))`,
  );

describe.skipIf(chromiumPath === undefined)("the Auth tab", () => {
  const test = startForAll(() =>
    startRequestTest((api) => ({
      plugins: [authScheme],
      files: {
        user: { profiles: { team: { type: "basic", schemes: { basic: { username: "user" } } } } },
        project: { profiles: { team: { type: "basic", schemes: { basic: { username: "project" } } } } },
      },
      configuration: {
        profiles: {
          home: { type: "basic", schemes: { basic: { username: "me" } }, origins: [api.origin] },
          open: { type: "bearer", schemes: { bearer: { token: { $secret: "open.bearer.token.1" } } } },
        },
      },
    })),
  );
  const last = () => test.api.arrived.at(-1);

  it("offers every scheme, also a stranger's, and draws its fields", async () => {
    const request = await openAuth(test);
    const options = optionsOf(request.type);
    await request.type.click();
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    const { authSchemes } = await createClient(test.server).calls.listAuthSchemes();
    expect(await options.allTextContents()).toEqual(["None", ...authSchemes.map(({ title }) => title)]);
    await options.filter({ hasText: "Tenant headers" }).click();
    await request.page.getByLabel("Tenant", { exact: true }).waitFor();
    await request.page.getByRole("button", { name: "+ Add header" }).click();
    await request.page.locator("input[type=password]").waitFor();
  });

  it("has the check mark only when what is chosen can be used now", async () => {
    const request = await openAuth(test);
    const { page } = request;
    await choose(request.type, "Basic Auth");
    await page.getByText("This page keeps the values").waitFor();
    expect(await request.mark.count()).toBe(0);
    await page.getByLabel("User name", { exact: false }).first().fill("me");
    await page.getByLabel("Password").fill(marker);
    await request.mark.waitFor();
    await page.getByRole("switch", { name: /Used for this request/ }).uncheck();
    await request.mark.waitFor({ state: "detached" });
    await request.sendFor("200 OK");
    expect(last()?.headers.authorization).toBeUndefined();
    await page.getByRole("switch", { name: /Switched off/ }).check();
    await request.mark.waitFor();
    await request.send();
    await expect.poll(() => last()?.headers.authorization).toMatch(/^Basic /);
  });

  it("keeps the fields of a scheme when another one is chosen", async () => {
    const request = await openAuth(test);
    const { page } = request;
    await choose(request.type, "Basic Auth");
    await page.getByLabel("User name", { exact: false }).first().fill("anna");
    await choose(request.type, "Bearer Token");
    await page.getByLabel("User name", { exact: false }).first().waitFor({ state: "detached" });
    await choose(request.type, "Basic Auth");
    expect(await page.getByLabel("User name", { exact: false }).first().inputValue()).toBe("anna");
  });

  it("saves the fields of a request as a profile; its secrets leave the page for the store", async () => {
    const request = await openAuth(test);
    const { page } = request;
    await choose(request.type, "Basic Auth");
    await page.getByLabel("User name", { exact: false }).first().fill("me");
    await page.getByLabel("Password").fill(marker);
    await page.getByLabel("Save as profile").fill("saved");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => page.getByLabel("Profile", { exact: true }).textContent()).toBe("saved");
    await page.getByText(/Stored as saved\.basic\.password\./).waitFor();
    await request.mark.waitFor();
    await page.getByText(/^From .*\.json$/).waitFor();
    await request.send();
    // The profile has no origins: a question binds it to this one.
    const question = request.reply.getByText(/Send the credentials of saved to/);
    await question.waitFor();
    await request.reply.getByRole("button", { name: "Send them there" }).click();
    await request.expectReply("200 OK");
    expect(last()?.headers.authorization).toBe(`Basic ${Buffer.from(`me:${marker}`).toString("base64")}`);
    await request.reply.getByRole("tab", { name: "Hops" }).click();
    await request.reply.getByText("sent headers").click();
    await request.reply.getByText(/authorization: .*hidden/i).waitFor();
    // Nothing of the secret is left in what scripts of the page can reach.
    const seen = await page.evaluate<string>(`(() => {
      const seen = new Set(), texts = [];
      const walk = (value, depth) => {
        if (typeof value === "string") texts.push(value);
        if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value) || depth > 40) return;
        seen.add(value);
        for (const key of Reflect.ownKeys(value)) {
          texts.push(String(key));
          try { walk(value[key], depth + 1); } catch {}
        }
      };
      walk(document.getElementById("app"), 0);
      return [document.documentElement.outerHTML, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
        ...[...document.querySelectorAll("input, textarea")].map((field) => field.value), ...texts].join("\\n");
    })()`);
    expect(seen.length).toBeGreaterThan(1000);
    expect(seen).not.toContain(marker);
    expect(seen).not.toContain(btoa(`me:${marker}`));
  });

  it("sends changes of a profile as they are shown, and saves them with their secret only when asked", async () => {
    const request = await openAuth(test, "home");
    const { page } = request;
    const unsaved = page.getByRole("status", { name: "Unsaved changes of the profile home" });
    await page.getByLabel("Password").fill("rose-secret-1");
    await unsaved.getByText("Password").waitFor();
    await request.mark.waitFor();
    await request.sendFor("200 OK");
    expect(last()?.headers.authorization).toBe(`Basic ${Buffer.from("me:rose-secret-1").toString("base64")}`);
    expect(await secretNames(page)).toEqual([]);
    await page.getByRole("button", { name: "Revert" }).click();
    await unsaved.waitFor({ state: "detached" });
    expect(await page.getByLabel("Password").inputValue()).toBe("");
    await page.getByLabel("Password").fill("rose-secret-1");
    await page.keyboard.press("Control+s");
    await page.getByText(/Stored as home\.basic\.password\./).waitFor();
    await unsaved.waitFor({ state: "detached" });
    await request.sendFor("200 OK");
    expect(last()?.headers.authorization).toBe(`Basic ${Buffer.from("me:rose-secret-1").toString("base64")}`);
    await choose(request.type, "Bearer Token");
    await unsaved.getByText("Type").waitFor();
    await page.getByText("Incomplete").waitFor();
    await page.getByRole("button", { name: "Revert" }).click();
    await page.getByText(/Stored as home\.basic\.password\./).waitFor();
  });

  it("chooses no credentials for one request, and leaves the profile as it is", async () => {
    const request = await openAuth(test, "home");
    const { page } = request;
    await choose(request.type, "None");
    await page.getByText("The profile home has not changed.").waitFor();
    await request.sendFor("200 OK");
    expect(last()?.headers.authorization).toBeUndefined();
    expect(await page.evaluate(typeOf("home"))).toBe("basic");
    await page.getByRole("button", { name: "Use home" }).click();
    await expect.poll(() => request.type.textContent()).toBe("Basic Auth");
  });

  it("forgets what was typed for a request before it, and saves as a profile only what it shows", async () => {
    const request = await openAuth(test);
    const { page } = request;
    await choose(request.type, "Digest Auth");
    await page.getByLabel("User name").first().fill("digest-user");
    await page.getByLabel("Password").fill(marker);
    await choose(request.type, "Basic Auth");
    await page.getByLabel("User name").first().fill("basic-user");
    await page.getByLabel("Password").fill("rose-secret-2");
    await request.saveAs("shown");
    const saved = await page.evaluate<object>(schemesOf("shown"));
    expect(saved).toMatchObject({ basic: { username: "basic-user" } });
    expect(Object.keys(saved)).toEqual(["basic"]);
    await page.getByRole("button", { name: "More for the request" }).click();
    await page.getByRole("menuitem", { name: "New request" }).click();
    await choose(request.type, "Digest Auth");
    expect(await page.getByLabel("User name").first().inputValue()).toBe("");
  });

  it("says where a profile comes from, and which one it is in place of", async () => {
    const request = await openAuth(test, "team");
    await request.page.getByText(/^From .*pictor\.json, instead of the one in .*user\.json$/).waitFor();
    expect(await request.page.getByLabel("User name").first().inputValue()).toBe("project");
  });

  it("runs a stranger's action, and takes back what it has filled, also if the first attempt fails", async () => {
    const request = await openAuth(test);
    await choose(request.type, "Tenant headers");
    await request.page.getByLabel("Tenant", { exact: true }).fill("1");
    await request.saveAs("front");
    await request.page.getByRole("button", { name: "Look up the tenant" }).click();
    await request.page.getByText(/Filled 1 field: Tenant/).waitFor();
    await expect
      .poll(() => request.page.getByLabel("Tenant", { exact: true }).inputValue())
      .toBe("Elm Street");
    await request.page.route("**/v1/profiles/front/undo", (route) => route.abort("connectionrefused"));
    await request.page.getByRole("button", { name: "Undo" }).click();
    const failure = request.page.getByRole("alert").filter({ hasText: "Pictor does not answer." });
    await failure.waitFor();
    await request.page.unroute("**/v1/profiles/front/undo");
    await request.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => request.page.getByLabel("Tenant", { exact: true }).inputValue()).toBe("1");
    await failure.waitFor({ state: "detached" });
  });
});
