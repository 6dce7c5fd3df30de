// Panels without a browser: what is served, what is refused, and what a person has granted.

import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-server.js";
import { contentSecurityPolicy } from "./content-security-policy.js";
import { isGranted, saveGrant } from "./grants.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-panel-"));
const plugin = join(folder, "panel-x");
mkdirSync(join(plugin, "pages/.hidden"), { recursive: true });
const panels = [{ id: "x", title: "X", description: "X", root: "pages", scopes: ["read", "generate"] }];
const common = { manifestVersion: 1, id: "panel-x", kind: "panel", version: "1.0.0", apiVersion: "^1.0.0" };
const manifest = { ...common, title: "X", description: "X", contributes: { panels } };
writeFileSync(join(plugin, "plugin.json"), JSON.stringify(manifest));
writeFileSync(join(folder, "secret.txt"), "tulip");
writeFileSync(join(plugin, "pages/index.html"), "<script>one()</script>");
writeFileSync(join(plugin, "pages/a b.css"), "p {}");
writeFileSync(join(plugin, "pages/data.bin"), "x");
writeFileSync(join(plugin, "pages/.hidden/file.txt"), "hidden");
symlinkSync(join(folder, "secret.txt"), join(plugin, "pages/link.txt"));
symlinkSync(folder, join(plugin, "pages/up"));
const test = await startTestServer({
  sources: [{ kind: "directory", path: plugin }],
  panels: () => Promise.resolve([{ id: "x", scopes: ["read", "admin"] }]),
});
afterAll(() => test.close());

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(test.server.panels.urlOf("x") ?? "");
    request({ host: "127.0.0.1", port, path, headers, method }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    })
      .on("error", reject)
      .end();
  });

describe("the files of a panel", () => {
  it.each([
    ["/", 200, "text/html; charset=utf-8"],
    ["/index.html", 200, "text/html; charset=utf-8"],
    ["/a%20b.css?v=1", 200, "text/css; charset=utf-8"],
    ["/data.bin", 200, "application/octet-stream"],
    ["/pictor/client.js", 200, "text/javascript; charset=utf-8"],
    ["/favicon.ico", 204, undefined],
    ["/plugin.json", 404, "application/problem+json"],
    ["/../plugin.json", 404, "application/problem+json"],
    ["/..%2fplugin.json", 404, "application/problem+json"],
    ["/%2e%2e/plugin.json", 404, "application/problem+json"],
    ["/.hidden/file.txt", 404, "application/problem+json"],
    ["/link.txt", 404, "application/problem+json"],
    ["/up/secret.txt", 404, "application/problem+json"],
    ["/a%00b", 404, "application/problem+json"],
    ["/%ff", 404, "application/problem+json"],
    ["/missing.html", 404, "application/problem+json"],
  ])("GET %s is answered with %i", async (path, status, type) => {
    const reply = await get(path);
    expect([reply.status, reply.headers["content-type"]]).toEqual([status, type]);
    expect(reply.text).not.toContain("tulip");
  });

  it("have a policy that allows the page's own inline script, and no other", async () => {
    const policy = String((await get("/")).headers["content-security-policy"]);
    expect(policy).toBe(contentSecurityPolicy("<script>one()</script>"));
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy).toContain("media-src 'self' blob:;");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(contentSecurityPolicy("<script src='/a.js'></script>")).toContain("script-src 'self';");
  });

  it.each([
    [{ Host: "evil.example" }, 421],
    [{ Origin: "http://127.0.0.1:1" }, 403],
    [{ Origin: "null" }, 403],
    [{ "Sec-Fetch-Site": "same-site" }, 403],
    [{ "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }, 200],
    [{ "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe" }, 403],
    [{ "Sec-Fetch-Site": "same-origin" }, 200],
    [{ "Sec-Fetch-Site": "same-origin", "Service-Worker": "script" }, 403],
  ])("with the headers %j are answered with %i", async (headers, status) => {
    expect((await get("/", headers)).status).toBe(status);
  });

  it("are only read", async () => {
    expect((await get("/", {}, "POST")).status).toBe(405);
    expect((await get("/", {}, "HEAD")).text).toBe("");
  });
});

describe("the session of a panel", () => {
  it("has the scopes that the manifest names and the person has granted", async () => {
    const code = new URL(test.server.panels.open("x")).hash.slice("#code=".length);
    const session = (await test.call("POST", "/v1/session", { body: { code }, token: null })).json();
    expect(session["scopes"]).toEqual(["read"]);
    const again = await test.call("POST", "/v1/session", { body: { code }, token: null });
    expect(again.status).toBe(401);
  });

  it("reaches the API at the panel's own port, under the same rules", async () => {
    const headers = { Authorization: `Bearer ${test.server.token}` };
    expect((await get("/v1/panels", headers)).status).toBe(200);
    expect((await get("/v1/panels")).status).toBe(401);
    expect((await get("/v1/panels", { ...headers, Host: "evil.example" })).status).toBe(421);
    expect((await get("/v1/panels", { ...headers, Origin: test.server.url })).status).toBe(403);
    const own = test.server.panels.urlOf("x") ?? "";
    expect((await get("/v1/panels", { ...headers, Origin: own })).status).toBe(200);
    expect((await test.call("GET", "/v1/panels", { headers: { Origin: own } })).status).toBe(403);
  });

  it("is opened by whoever may do everything, and for served panels alone", async () => {
    const { url } = (await test.call("POST", "/v1/panels/x/open", { body: {} })).json();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/);
    expect((await test.call("POST", "/v1/panels/y/open", { body: {} })).status).toBe(404);
    const { panels } = (await test.call("GET", "/v1/panels")).json();
    expect(panels).toMatchObject([
      { id: "web" },
      { id: "x", plugin: "panel-x", scopes: ["read", "generate"] },
    ]);
  });
});

it("a grant is of one panel in one folder, and ends where its scopes end", async () => {
  const file = join(folder, "grants.json");
  const grant = { panel: "x", folder: "/plugins/x", scopes: ["read", "generate"] } as const;
  expect(await isGranted(file, grant)).toBe(false);
  await saveGrant(file, grant);
  expect(await isGranted(file, grant)).toBe(true);
  expect(await isGranted(file, { ...grant, scopes: ["read"] })).toBe(true);
  expect(await isGranted(file, { ...grant, scopes: ["read", "admin"] })).toBe(false);
  expect(await isGranted(file, { ...grant, folder: "/elsewhere/x" })).toBe(false);
});

it("grants to several panels at the same time are all kept", async () => {
  const file = join(folder, "grants-at-once.json");
  const grants = ["one", "two", "three"].map((panel) => ({ panel, folder: "/x", scopes: ["read"] as const }));
  await Promise.all(grants.map((grant) => saveGrant(file, grant)));
  expect(await Promise.all(grants.map((grant) => isGranted(file, grant)))).toEqual([true, true, true]);
});
