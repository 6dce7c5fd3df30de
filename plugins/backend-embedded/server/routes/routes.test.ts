// HTTP: status codes and bodies of every route group, on the wire.
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "../start.js";

let server: EmbeddedServer;
beforeAll(async () => {
  server = await startEmbeddedServer();
  await writeFile(path.join(server.outputDirectory, "note.txt"), "plain text\n");
  await mkdir(path.join(server.outputDirectory, "sub"));
});
afterAll(() => server.close());

const get = (route: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + route, { headers });
const post = (route: string, body: unknown): Promise<Response> =>
  fetch(server.url + route, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

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
    ["POST", "system_stats", 405],
    ["OPTIONS", "prompt", 200],
    ["HEAD", "prompt", 200],
  ])("answers %s /%s with %i", async (method, route, status) => {
    expect((await fetch(server.url + route, { method })).status).toBe(status);
  });

  it("says what it is on its page and in its statistics", async () => {
    expect(await (await get("")).text()).toContain("simulated sampler");
    const stats = (await (await get("system_stats")).json()) as { system: object; devices: object[] };
    expect(stats.system).toMatchObject({ comfyui_version: "0.8.0+pictor.embedded" });
    expect(stats.devices).toMatchObject([{ name: "cpu (simulated sampler)", type: "cpu" }]);
  });

  it("refuses a body over the published limit", async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { "Content-Length": String(104857601) };
      const sent = request(`${server.url}prompt`, { method: "POST", headers }, (reply) => {
        resolve(reply.statusCode);
      });
      sent.on("error", reject);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });
});

describe("origin guard", () => {
  const from = (origin: string, host?: string, site?: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = {
        Origin: origin,
        ...(host && { Host: host }),
        ...(site && { "Sec-Fetch-Site": site }),
      };
      request(`${server.url}prompt`, { headers }, (reply) => {
        resolve(reply.resume().statusCode);
      })
        .on("error", reject)
        .end();
    });
  const own = (): string => new URL(server.url).host;

  it("refuses other names and ports on loopback", async () => {
    expect(await from("http://evil.example")).toBe(403);
    expect(await from("http://127.0.0.1:1")).toBe(403);
    expect(await from(`http://localhost:${new URL(server.url).port}`)).toBe(403);
  });

  it("refuses what a browser calls cross-site, whatever its origin", async () => {
    expect(await from("null", undefined, "cross-site")).toBe(403);
    expect(await from(`http://${own()}`, undefined, "same-origin")).toBe(200);
  });

  it("lets the own origin, hostless origins and other hosts pass", async () => {
    expect(await from(`http://${own()}`)).toBe(200);
    expect(await from(`https://${own()}`)).toBe(200);
    expect(await from("http://127.0.0.1")).toBe(200);
    expect(await from("null")).toBe(200);
    expect(await from("file://")).toBe(200);
    expect(await from("http://evil.example", "comfy.example")).toBe(200);
  });
});

describe("GET /view", () => {
  it("streams a file with validators, and answers conditions and ranges", async () => {
    const whole = await get("view?filename=note.txt");
    expect(await whole.text()).toBe("plain text\n");
    expect(whole.headers.get("content-length")).toBe("11");
    const etag = whole.headers.get("etag") ?? "";
    expect((await get("view?filename=note.txt", { "If-None-Match": etag })).status).toBe(304);
    const part = await get("view?filename=note.txt&type=output", { Range: "bytes=0-4" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      "bytes 0-4/11",
      "plain",
    ]);
    expect((await get("view?filename=note.txt", { Range: "bytes=99-" })).status).toBe(416);
  });

  it.each([
    ["view", 404],
    ["view?filename=", 400],
    ["view?filename=note.txt&type=secret", 400],
    ["view?filename=..%2Fnote.txt", 400],
    ["view?filename=%2Fetc%2Fhostname", 400],
    ["view?filename=note.txt&subfolder=..", 403],
    ["view?filename=note.txt&subfolder=%2Fetc", 403],
    ["view?filename=note.txt&subfolder=nope", 404],
    ["view?filename=sub", 404],
    ["view?filename=note.txt&type=input", 404],
    ["view?filename=note.txt%20%5Boutput%5D&type=input", 200],
  ])("answers /%s with %i", async (route, status) => {
    expect((await get(route)).status).toBe(status);
  });
});

describe("history and queue", () => {
  it("know nothing of an unknown prompt", async () => {
    expect(await (await get("history/unknown")).json()).toEqual({});
    expect((await post("queue", { delete: ["unknown"] })).status).toBe(200);
    expect((await post("queue", "")).status).toBe(500);
  });

  it("forget on request", async () => {
    expect((await post("history", { clear: true })).status).toBe(200);
    expect((await get("history?max_items=x")).status).toBe(500);
  });
});

describe("models", () => {
  it("are listed by folder; legacy folder names are not", async () => {
    expect(await (await get("models/vae")).json()).toEqual(["simulated-vae.safetensors"]);
    expect((await get("models/unet")).status).toBe(404);
    expect(await (await get("object_info/NoSuchClass")).json()).toEqual({});
  });
});
