// HTTP: paths with and without /api, methods, limits, the rule for origins.
import { request } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { startServer } from "../testing/start.js";

const server = await startServer();
afterAll(() => server.close());

const get = (route: string): Promise<Response> => fetch(server.url + route);

it("answers a client that offers another protocol, as curl and Java do", async () => {
  const headers = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABk" };
  const status = await new Promise((resolve) => {
    request(`${server.url}queue`, { headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    }).end();
  });
  expect(status).toBe(200);
});

describe("paths and methods", () => {
  it.each([
    "prompt",
    "queue",
    "history",
    "features",
    "system_stats",
    "models",
    "embeddings",
    "extensions",
    "object_info",
    "users",
    "settings",
    "v2/userdata",
  ])("serves /%s with and without /api", async (route) => {
    const [plain, prefixed] = [await get(route), await get(`api/${route}`)];
    expect([plain.status, prefixed.status]).toEqual([200, 200]);
    expect(plain.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it.each([
    ["GET", "nope", 404],
    ["GET", "interrupt", 404],
    ["POST", "nope", 405],
    ["DELETE", "queue", 405],
    ["GET", "jobs", 404],
    ["GET", "api/jobs", 200],
    ["GET", "api/api/jobs", 200],
    ["GET", "prompt/", 404],
    ["POST", "prompt/", 405],
    ["POST", "system_stats", 405],
    ["OPTIONS", "prompt", 200],
    ["HEAD", "prompt", 200],
  ])("answers %s /%s with %i", async (method, route, status) => {
    expect((await fetch(server.url + route, { method })).status).toBe(status);
  });

  it.each([
    ["PUT", "prompt", "GET,HEAD,POST"],
    ["POST", "view", "GET,HEAD"],
    ["PUT", "upload/image", "GET,HEAD,POST"],
    ["DELETE", "nope", "GET,HEAD"],
  ])("replies to %s /%s with the allowed methods: %s", async (method, route, allow) => {
    const reply = await fetch(server.url + route, { method });
    expect([reply.headers.get("allow"), await reply.text()]).toEqual([allow, "405: Method Not Allowed"]);
  });

  it("states on its page and in its statistics that it simulates", async () => {
    expect(await (await get("")).text()).toContain("simulated sampler");
    const stats = (await (await get("system_stats")).json()) as { system: object; devices: object[] };
    expect(stats.system).toMatchObject({ comfyui_version: "0.8.0+pictor.embedded" });
    expect(stats.devices).toMatchObject([{ name: "cpu (simulated sampler)", type: "cpu" }]);
  });

  it("refuses a body that exceeds the published limit", async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { "Content-Length": String(104857601) };
      const sent = request(`${server.url}prompt`, { method: "POST", headers }, (reply) =>
        resolve(reply.statusCode),
      );
      sent.on("error", reject);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });
});

describe("rule for origins", () => {
  const from = (origin: string, host?: string, site?: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = {
        Origin: origin,
        ...(host && { Host: host }),
        ...(site && { "Sec-Fetch-Site": site }),
      };
      request(`${server.url}prompt`, { headers }, (reply) => resolve(reply.resume().statusCode))
        .on("error", reject)
        .end();
    });
  const own = (): string => new URL(server.url).host;

  it("refuses other host names and ports on loopback", async () => {
    expect(await from("http://evil.example")).toBe(403);
    expect(await from("http://127.0.0.1:1")).toBe(403);
    expect(await from(`http://localhost:${new URL(server.url).port}`)).toBe(403);
  });

  it("refuses requests that a browser marks as cross-site, whatever their origin", async () => {
    expect(await from("null", undefined, "cross-site")).toBe(403);
    expect(await from(`http://${own()}`, undefined, "same-origin")).toBe(200);
  });

  it("accepts its own origin, origins without a host, and other hosts", async () => {
    expect(await from(`http://${own()}`)).toBe(200);
    expect(await from(`https://${own()}`)).toBe(200);
    expect(await from("http://127.0.0.1")).toBe(200);
    expect(await from("null")).toBe(200);
    expect(await from("file://")).toBe(200);
    expect(await from("http://evil.example", "comfy.example")).toBe(200);
  });
});
