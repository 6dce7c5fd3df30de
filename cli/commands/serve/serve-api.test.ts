// `pictor serve` and `pictor serve tokens`: what they accept, print and leave behind.

import { EventEmitter } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestFolder, patience, userVariables } from "@pictor/host/testing";
import { run } from "../../program/run.js";
import { parseRecords } from "../../testing/fake-server.js";
import { fakeStreams, type FakeStreams } from "../../testing/fake-streams.js";
import { serveApi } from "./serve-api.js";
import { planServeApi, portOptionOf, type ServeApiOptions } from "./serve-plan.js";

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = createTestFolder();
  env = userVariables(folder);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

describe("the options", () => {
  it("listen on this machine's port 8190 without any", () => {
    expect(planServeApi({})).toEqual({
      hostname: "127.0.0.1",
      port: 8190,
      keepsRequests: true,
      publicOrigins: [],
      origins: [],
      comfy: [],
      apis: [],
      panels: [],
      jobsAtEnd: "cancel",
      yes: false,
      watches: false,
    });
  });

  it("take a proxy's origin for another address", () => {
    const options = { listen: "0.0.0.0", behindProxy: ["https://pictor.example/"], origins: ["http://a:81"] };
    expect(planServeApi(options)).toMatchObject({
      hostname: "0.0.0.0",
      publicOrigins: ["https://pictor.example"],
      origins: ["http://a:81"],
    });
  });

  it.each([
    [{ listen: "0.0.0.0" }, "tokens would cross the network as plain text"],
    [{ listen: "192.0.2.1" }, "tokens would cross the network as plain text"],
    [{ behindProxy: ["http://pictor.example"] }, "expected an origin such as https://host"],
    [{ origins: ["*"] }, "expected an origin"],
    [{ origins: ["null"] }, "expected an origin"],
    [{ origins: ["https://a/path"] }, "expected an origin"],
    [{ origins: ["file://"] }, "expected an origin"],
    [{ comfy: ["8188"] }, "--comfy: expected <port>=<backend>"],
    [{ comfy: ["=studio"] }, "--comfy: expected <port>=<backend>"],
    [{ comfy: ["70000=studio"] }, "expected a whole number from 0 to 65535"],
    [{ comfy: ["8188=a", "8188=b"] }, "The port 8188 is given twice"],
    [{ comfy: ["8190=a"] }, "The port 8190 is given twice"],
    [{ comfy: ["7860=a"], api: ["7860=a1111"] }, "The port 7860 is given twice"],
    [{ api: ["8191=a1111"], panel: ["gallery=8191"] }, "The port 8191 is given twice"],
    [{ api: ["a1111"] }, "--api: expected <port>=<id>"],
    [{ panel: ["=8191"] }, "--panel: expected <id> or <id>=<port>"],
    [{ panel: ["gallery=a"] }, "expected a whole number from 0 to 65535"],
    [{ port: "65536" }, "expected a whole number from 0 to 65535"],
  ])("%j are refused", (options, message) => {
    expect(() => planServeApi(options)).toThrow(message);
  });
});

const newSignals = () => Object.assign(new EventEmitter(), { exit: vi.fn<(code: number) => never>() });

/** Starts the command, and resolves when it has printed its first record. */
async function start(
  streams: FakeStreams,
  words: Pick<ServeApiOptions, "port" | "accessLog" | "api"> = { port: "0" },
) {
  const signals = newSignals();
  const ended = serveApi(words, { globals: { json: true, verbose: true }, streams, signals });
  await vi.waitFor(() => {
    expect(streams.written.out).toContain("\n");
  }, patience);
  const [ready] = parseRecords(streams.written.out) as { readonly url?: string; readonly token?: string }[];
  return { signals, ended, url: ready?.url ?? "", token: ready?.token ?? "" };
}

it("the option that names a taken port is told, also for the ports of pictor panel", () => {
  const named = { port: "1", comfy: ["2=studio"], api: ["3=a1111"], panel: ["web=4"] };
  const optionsOf = (options: ServeApiOptions) =>
    [1, 2, 3, 4].map((port) => portOptionOf(planServeApi(options), port));
  expect(optionsOf(named)).toEqual(["--port", "--comfy", "--api", "--panel"]);
  expect(optionsOf({ ...named, opens: "web" })).toEqual(["--api-port", "--comfy", "--api", "--port"]);
});

describe("the server", () => {
  it("answers until Ctrl-C, and writes the token into no log", async () => {
    const streams = fakeStreams(false, env);
    const { signals, ended, url, token } = await start(streams);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/v1`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await fetch(`${url}/v1/${token}?token=${token}`)).status).toBe(404);
    signals.emit("SIGINT");
    expect(await ended).toBe(0);
    expect(streams.written.err).toMatch(/GET \/v1 200 [\d.]+ ms/);
    expect(streams.written.err).not.toContain(token);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it.each([
    [{}, /^Token of this run: pictor_[\w-]{43}$/m],
    [{ behindProxy: ["https://pictor.example"] }, /^Tokens: `pictor serve tokens create NAME`$/m],
  ])("with %j prints the token of its run only where no proxy makes it reachable", async (words, line) => {
    const streams = fakeStreams(false, env);
    const signals = newSignals();
    const ended = serveApi({ port: "0", ...words }, { globals: {}, streams, signals });
    await expect.poll(() => streams.written.err, patience).toMatch(/^Tokens?\b.*\n/m);
    signals.emit("SIGINT");
    await ended;
    expect(streams.written.err).toMatch(line);
    expect(streams.written.err.includes("pictor_")).toBe(!("behindProxy" in words));
  });

  it("serves an API on a port of its own, and refuses an unknown one before it listens", async () => {
    const streams = fakeStreams(false, env);
    const { signals, ended } = await start(streams, { port: "0", api: ["0=comfy"] });
    const [{ apis }] = parseRecords(streams.written.out) as [{ apis: readonly { readonly url: string }[] }];
    expect(apis).toMatchObject([{ api: "comfy" }]);
    const at = apis[0]?.url ?? "";
    for (const path of ["/embedded/system_stats", "/comfy/embedded/system_stats"])
      expect((await fetch(at + path)).status).toBe(200);
    signals.emit("SIGINT");
    await ended;
    const refused = fakeStreams(false, env);
    const options = { port: "0", api: ["0=confy"] };
    expect(await serveApi(options, { globals: {}, streams: refused, signals: newSignals() })).not.toBe(0);
    expect(refused.written.err).toContain('No plugin contributes the API "confy"');
    expect(refused.written.out).toBe("");
  });

  it("appends a line of JSON for each request and handshake to the access log, without a secret", async () => {
    const path = join(folder, "access.log");
    const streams = fakeStreams(false, env);
    const { signals, ended, url, token } = await start(streams, { port: "0", accessLog: path });
    const authorization = { Authorization: `Bearer ${token}` };
    await fetch(`${url}/v1?api_key=query-secret`, {
      headers: { ...authorization, "X-Key": "header-secret" },
    });
    await fetch(`${url}/v1/${token}`, { headers: { Authorization: "Bearer wrong-secret" } });
    const body = JSON.stringify({ workflow: "none", params: { password: "body-secret" } });
    const headers = { ...authorization, "Content-Type": "application/json" };
    await fetch(`${url}/v1/jobs`, { method: "POST", headers, body });
    const handshake = { ...authorization, Connection: "Upgrade", Upgrade: "websocket" };
    await new Promise((resolve) =>
      request(`${url}/v1/events/socket?since=ticket-secret`, { headers: handshake })
        .on("response", (response) => response.resume().on("end", resolve))
        .end(),
    );
    signals.emit("SIGINT");
    expect(await ended).toBe(0);
    const written = readFileSync(path, "utf8");
    const parse = (line: string) => JSON.parse(line) as { readonly at: string; readonly ms: number };
    const lines = written.trim().split("\n").map(parse);
    expect(lines.map(({ at: _at, ms: _ms, ...rest }) => rest)).toMatchObject([
      { address: "127.0.0.1", method: "GET", path: "/v1", status: 422, token: expect.any(String) as string },
      { method: "GET", status: 404 },
      { method: "POST", path: "/v1/jobs", status: expect.any(Number) as number },
      { method: "GET", path: "/v1/events/socket", status: 400 },
    ]);
    for (const { at } of lines) expect(new Date(at).toISOString()).toBe(at);
    expect(written).not.toContain("-secret");
    expect(written).not.toContain(token);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("refuses an access log that cannot be written, before it listens", async () => {
    const streams = fakeStreams(false, env);
    const options = { port: "0", accessLog: join(folder, "missing", "access.log") };
    expect(await serveApi(options, { globals: {}, streams, signals: newSignals() })).not.toBe(0);
    expect(streams.written.err).toContain("FILE_NOT_WRITABLE");
    expect(streams.written.out).toBe("");
  });
});

describe("the tokens", () => {
  it("that share a name are said to share their work", async () => {
    const [first, second] = [fakeStreams(false, env), fakeStreams(false, env)];
    for (const streams of [first, second])
      expect(await run(["serve", "tokens", "create", "shared", "--scope", "read"], streams)).toBe(0);
    const isTold = ({ written }: typeof first) => written.err.includes("both see the same jobs and images");
    expect([isTold(first), isTold(second)]).toEqual([false, true]);
  });

  it("are shown once, accepted by a server that runs, listed, and revoked", async () => {
    const served = fakeStreams(false, env);
    const { signals, ended, url } = await start(served);
    const created = fakeStreams(false, env);
    expect(await run(["serve", "tokens", "create", "panel", "--scope", "read"], created)).toBe(0);
    const token = created.written.out.trim();
    const ask = async (path: string) =>
      (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect([await ask("/v1"), await ask("/v1/tokens")]).toEqual([200, 403]);

    const listed = fakeStreams(false, env);
    await run(["serve", "tokens", "list", "--json"], listed);
    expect(listed.written.out).not.toContain(token);
    const [{ tokens }] = parseRecords(listed.written.out) as [{ tokens: readonly { readonly id: string }[] }];
    expect(tokens).toMatchObject([{ name: "panel", scopes: ["read"] }]);

    expect(await run(["serve", "tokens", "revoke", tokens[0]?.id ?? ""], fakeStreams(false, env))).toBe(0);
    expect(await ask("/v1")).toBe(401);
    signals.emit("SIGINT");
    await ended;
  });

  it("are made by the command that the list names when there is none", async () => {
    const streams = fakeStreams(false, env);
    expect(await run(["serve", "tokens", "list"], streams)).toBe(0);
    expect(streams.written.err).toContain(
      "There is no token. `pictor serve tokens create NAME` creates one.",
    );
  });

  it("have quotas of their own, which can be replaced", async () => {
    const command = async (...words: readonly string[]) => {
      const streams = fakeStreams(false, env);
      expect(await run(["serve", "tokens", ...words], streams)).toBe(0);
      return streams.written;
    };
    await command("create", "anna", "--waiting", "5", "--priority", "normal", "--priority", "low");
    const [{ tokens }] = parseRecords((await command("list", "--json")).out) as [
      { tokens: readonly { readonly id: string; readonly quota: object }[] },
    ];
    const [{ id, quota } = { id: "", quota: {} }] = tokens;
    expect(quota).toEqual({ waiting: 5, priorities: ["normal", "low"] });
    const changed = await command("set", id.slice(0, 8), "--unfinished", "8", "--running", "2");
    expect(changed.err).toContain("anna: 8 waiting or running, 2 running at once.");
    expect((await command("list")).out).toContain("8 waiting or running, 2 running at once");
    const [result] = parseRecords((await command("set", id, "--waiting", "2", "--json")).out);
    expect(result).toMatchObject({ tokens: [{ id, name: "anna", quota: { waiting: 2 } }] });
    expect((await command("set", id)).err).toContain("anna has the quota of the configuration.");
  });

  it.each([
    [["create", "x", "--waiting", "0"], "--waiting: expected a whole number from 1"],
    [["set", "none", "--waiting", "1"], 'No token has an id that begins with "none"'],
    [["create", "x", "--scope", "root"], "expected one of read, generate, request, admin"],
    [["revoke", "none"], 'No token has an id that begins with "none"'],
  ])("%j is refused", async (words, message) => {
    const streams = fakeStreams(false, env);
    expect(await run(["serve", "tokens", ...words], streams)).toBe(2);
    expect(streams.written.err).toContain(message);
  });
});
