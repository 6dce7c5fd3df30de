// The Auth tab in a browser: schemes, profiles, secrets, sign-ins at a real provider.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  clients,
  startProvider,
  type TestProvider,
} from "../../../plugins/auth-oauth2/testing/oidc-provider.js";
import { chromiumPath } from "./panel.test.support.js";
import { startRequestTest, type RequestPage, type RequestTest } from "./request-bed.test.support.js";

const marker = "TULIP-canary-98765";

/** A scheme of a stranger, with a list and an action. */
const stranger = {
  manifest: {
    ...{ manifestVersion: 1, id: "auth-door", kind: "auth", version: "1.0.0", apiVersion: "^1.0.0" },
    ...{ main: "./index.js", title: "Door", description: "For tests" },
    taps: [{ hook: "beforeSend", handler: "add", band: "auth", when: { authType: "door" } }],
    contributes: {
      authSchemes: [
        {
          ...{ id: "door", title: "Door keys" },
          actions: [{ id: "knock", title: "Knock three times" }],
          settings: {
            type: "object",
            properties: {
              house: { type: "string", title: "House" },
              keys: { type: "array", title: "Key", items: { type: "string", "x-secret": true }, default: [] },
            },
            required: ["house"],
          },
        },
      ],
    },
  },
  plugin: () => ({
    handlers: {
      add: (request: { readonly headers: readonly unknown[] }) => ({
        ...request,
        headers: [...request.headers, ["X-Door", "open"]],
      }),
    },
    provides: {
      authSchemes: {
        door: {
          status: () => ({ state: "ready" }),
          actions: { knock: () => Promise.resolve({ edit: { door: { house: "Elm Street" } } }) },
        },
      },
    },
  }),
};

const tabOf = ({ page }: RequestPage) =>
  page.getByRole("tablist", { name: "Request" }).getByRole("tab", { name: /^Auth/ });
const mark = (request: RequestPage) => tabOf(request).getByRole("img", { name: "ready to use" });

describe.skipIf(chromiumPath === undefined)("the Auth tab", () => {
  let test: RequestTest;
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider();
    test = await startRequestTest((api) => ({
      plugins: [stranger as never],
      configuration: {
        profiles: {
          home: { type: "basic", schemes: { basic: { username: "me" } }, origins: [api.origin] },
          open: { type: "bearer", schemes: { bearer: { token: { $secret: "open.bearer.token.1" } } } },
          front: { type: "door", schemes: { door: { house: "1" } }, origins: [api.origin] },
        },
      },
    }));
    await Promise.resolve();
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });
  const last = () => test.api.arrived.at(-1);

  async function openAuth(profile?: string): Promise<RequestPage> {
    const request = await test.open();
    await request.address.fill(`${test.api.origin}/auth`);
    await tabOf(request).click();
    if (profile !== undefined)
      await request.page.getByLabel("Profile", { exact: true }).selectOption(profile);
    return request;
  }
  const type = ({ page }: RequestPage) => page.getByLabel("Type", { exact: true });

  it("offers every scheme, also a stranger's, and draws its fields", async () => {
    const request = await openAuth();
    const titles = await type(request).locator("option").allTextContents();
    expect(titles).toEqual(expect.arrayContaining(["None", "OAuth 2.0", "Door keys"]));
    await type(request).selectOption({ label: "Door keys" });
    await request.page.getByLabel("House").waitFor();
    await request.page.getByRole("button", { name: "+ Add key" }).click();
    await request.page.getByLabel("Key 1").waitFor();
    expect(request.faults).toEqual([]);
  });

  it("has the check mark only when what is chosen can be used now", async () => {
    const request = await openAuth();
    const { page } = request;
    await type(request).selectOption("basic");
    await page.getByText("The values are kept by this page").waitFor();
    expect(await mark(request).count()).toBe(0);
    await page.getByLabel("User name", { exact: false }).first().fill("me");
    await page.getByLabel("Password").fill(marker);
    await mark(request).waitFor();
    await page.getByRole("switch", { name: /Used for this request/ }).uncheck();
    await mark(request).waitFor({ state: "detached" });
    await request.send();
    await request.expectReply("200 OK");
    expect(last()?.headers.authorization).toBeUndefined();
    await page.getByRole("switch", { name: /Switched off/ }).check();
    await mark(request).waitFor();
    await request.send();
    await expect.poll(() => last()?.headers.authorization).toMatch(/^Basic /);
    expect(request.faults).toEqual([]);
  });

  it("keeps the fields of a scheme when another one is chosen", async () => {
    const request = await openAuth();
    const { page } = request;
    await type(request).selectOption("basic");
    await page.getByLabel("User name", { exact: false }).first().fill("anna");
    await type(request).selectOption("bearer");
    await page.getByLabel("User name", { exact: false }).first().waitFor({ state: "detached" });
    await type(request).selectOption("basic");
    expect(await page.getByLabel("User name", { exact: false }).first().inputValue()).toBe("anna");
  });

  it("saves the fields of a request as a profile; its secrets leave the page for the store", async () => {
    const request = await openAuth();
    const { page } = request;
    await type(request).selectOption("basic");
    await page.getByLabel("User name", { exact: false }).first().fill("me");
    await page.getByLabel("Password").fill(marker);
    await page.getByLabel("Save as profile").fill("saved");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => page.getByLabel("Profile", { exact: true }).inputValue()).toBe("saved");
    await page.getByText(/Stored as saved\.basic\.password\./).waitFor();
    await mark(request).waitFor();
    await page.getByText(/From the (user|project)'s configuration/).waitFor();
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
    expect(request.faults).toEqual([]);
  });

  it("stores a secret of a profile under its name, and saves edits before it sends", async () => {
    const request = await openAuth("home");
    const { page } = request;
    await page.getByLabel("Password").fill("rose-secret-1");
    await page.getByRole("button", { name: "Store it" }).click();
    await page.getByText(/Stored as home\.basic\.password\./).waitFor();
    await page.getByText("Changed. It is saved when you send.").waitFor();
    await request.send();
    await request.expectReply("200 OK");
    expect(last()?.headers.authorization).toBe(`Basic ${Buffer.from("me:rose-secret-1").toString("base64")}`);
    await mark(request).waitFor();
    await type(request).selectOption("bearer");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Incomplete").waitFor();
    await type(request).selectOption("basic");
    await page.getByText(/Stored as home\.basic\.password\./).waitFor();
    expect(request.faults).toEqual([]);
  });

  it("runs a stranger's action", async () => {
    const request = await openAuth("front");
    await request.page.getByRole("button", { name: "Knock three times" }).click();
    await request.page.getByText(/Filled 1 field: House/).waitFor();
    await expect.poll(() => request.page.getByLabel("House").inputValue()).toBe("Elm Street");
    await request.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => request.page.getByLabel("House").inputValue()).toBe("1");
    expect(request.faults).toEqual([]);
  });

  describe("with OAuth 2.0", () => {
    async function openOAuth(name: string, grant: string): Promise<RequestPage> {
      const request = await openAuth();
      const { page } = request;
      await type(request).selectOption("oauth2");
      await page.getByLabel("Grant type").selectOption(grant);
      await page.getByLabel("Client ID").fill(clients.application.clientId);
      await page.getByLabel("Scopes").fill("openid api:read");
      await page.getByLabel("Save as profile").fill(name);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect.poll(() => page.getByLabel("Profile", { exact: true }).inputValue()).toBe(name);
      await page.getByLabel("Discovery URL").fill(provider.issuer);
      await page.getByRole("button", { name: "Auto-fill" }).click();
      await page.getByText(/Filled \d+ fields: .*Token URL/).waitFor();
      return request;
    }

    it("fills the endpoints from the discovery address, and takes it back", async () => {
      const { page, faults } = await openOAuth("filled", "device_code");
      const tokenUrl = page.getByLabel("Token URL", { exact: true });
      expect(await tokenUrl.inputValue()).toBe(provider.endpoints.tokenUrl);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => tokenUrl.inputValue()).toBe("");
      expect(faults).toEqual([]);
    });

    it("signs in with a code and PKCE in another tab, refreshes, shows claims, and clears", async () => {
      const request = await openOAuth("coder", "authorization_code");
      const { page, faults } = request;
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
      await page.getByText("Signed in").waitFor();
      await page.getByText(/expires in 60 min · refreshes by itself/).waitFor();
      await mark(request).waitFor();
      await page.getByText("Claims of the token").click();
      await page.getByText("ID token", { exact: true }).waitFor();
      await page.locator(".pairs").getByText("alice").waitFor();
      await request.send();
      await request.reply.getByRole("button", { name: "Send them there" }).click();
      await request.expectReply("200 OK");
      const first = last()?.headers.authorization;
      expect(first).toMatch(/^Bearer /);
      await page.getByRole("button", { name: "Refresh", exact: true }).click();
      await expect
        .poll(async () => {
          await request.send();
          await request.expectReply("200 OK");
          return last()?.headers.authorization;
        })
        .not.toBe(first);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Clear" }).click();
      await page.getByText("Signed out").waitFor();
      await mark(request).waitFor({ state: "detached" });
      expect(faults).toEqual([]);
    });

    it("shows a device code with copy, page, QR code and countdown, and ends when it is confirmed", async () => {
      const request = await openOAuth("tv", "device_code");
      const { page, faults } = request;
      await page.getByRole("button", { name: "Get new access token" }).click();
      const code = page.locator(".code-large");
      await code.waitFor();
      expect(await code.evaluate("(element) => getComputedStyle(element).fontSize")).toBe("28px");
      await page.getByRole("button", { name: "Copy", exact: true }).first().waitFor();
      await page.getByText(/Valid for (10:00|9:\d\d)/).waitFor();
      await page.getByRole("img", { name: /QR code/ }).waitFor();
      const href = await page.getByRole("link", { name: /^Open 127/ }).getAttribute("href");
      expect(href).toContain(`user_code=`);
      await provider.approveDevice((await code.textContent()) ?? "");
      await page.getByText("Signed in").waitFor();
      await code.waitFor({ state: "detached" });
      await mark(request).waitFor();
      expect(faults).toEqual([]);
    });

    it("cancels a sign-in, says why one is refused, and takes a pasted token", async () => {
      const request = await openOAuth("trial", "device_code");
      const { page, faults } = request;
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
      await page.getByLabel("Access token").fill(marker);
      await page.getByLabel("Access token").press("Enter");
      await page.getByText("Signed in").waitFor();
      expect(await page.content()).not.toContain(marker);
      expect(faults).toEqual([]);
    });
  });
});
