// Auth settings that are used before they are saved: their state, their sign-in, their requests; no file is written.

import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patience, listen, type Listening } from "@pictor/host/testing";
import type { Operation, Profile } from "@pictor/client";
import { startTestServer, type TestServer } from "../testing/start-server.js";
import { startTokenServer, type TokenServer } from "../testing/token-server.js";

let test: TestServer;
let provider: TokenServer;
let api: Listening;
const credentials: (string | undefined)[] = [];
beforeEach(async () => {
  provider = await startTokenServer();
  test = await startTestServer();
  api = await listen(
    createServer((request, response) => {
      credentials.push(request.headers.authorization);
      response.end();
    }),
  );
});
afterEach(async () => {
  const log = JSON.stringify(test.log);
  await test.close();
  await provider.close();
  await api.close();
  credentials.splice(0);
  expect(log).not.toContain("CANARY");
});

const call = (method: string, path: string, body?: unknown, token?: string) =>
  test.call(method, path, { ...(body !== undefined && { body }), ...(token !== undefined && { token }) });
const fields = () => ({
  clientId: "client",
  clientSecret: provider.clientSecret,
  grantType: "client_credentials",
  tokenUrl: `${provider.url}/token`,
});
const draft = (more: object = {}) => ({ type: "oauth2", schemes: { oauth2: { ...fields(), ...more } } });
const check = async (body: object): Promise<{ readonly missing: string[]; readonly profile: Profile }> =>
  (await call("POST", "/v1/profiles/check", body)).json() as never;

async function run(action: string, body: object): Promise<Operation> {
  const started = (await call("POST", `/v1/drafts/actions/${action}`, body)).json() as unknown as Operation;
  return vi.waitFor(async () => {
    const operation = (await call("GET", `/v1/operations/${started.id}`)).json() as unknown as Operation;
    expect(operation.state).not.toBe("running");
    return operation;
  }, patience);
}

it("the state is that of the draft, whose missing fields are named, and nothing is saved", async () => {
  const { profile } = await check({ profile: draft({ clientId: "" }) });
  expect(profile).toMatchObject({ name: "", type: "oauth2", state: "missing", missing: ["clientId"] });
  expect((await check({ profile: draft() })).profile.state).toBe("signed-out");
  expect((await check({ profile: { type: "none" } })).profile).toMatchObject({ state: "ready", actions: [] });
  expect((await call("GET", "/v1/profiles")).json()).toEqual({ profiles: [] });
});

it("a sign-in without a profile gives the request its token, and claims without the token", async () => {
  expect(await run("login", { profile: draft() })).toMatchObject({
    state: "finished",
    target: { kind: "request" },
    result: { profile: { state: "ready" }, fields: {} },
  });
  const auth = { type: "oauth2", ...fields() };
  expect((await call("POST", "/v1/requests", { url: api.url, auth })).json()).toMatchObject({ status: 200 });
  expect(credentials).toEqual([`Bearer ${provider.accessToken}`]);
  const claims = (await call("POST", "/v1/drafts/claims", { profile: draft() })).bytes.toString();
  expect(claims).toContain("anna");
  expect(claims).not.toContain("CANARY");
  expect((await call("GET", "/v1/profiles")).json()).toEqual({ profiles: [] });
});

it("changes of a saved profile that nobody has saved use its origins and keep its token", async () => {
  await call("PUT", "/v1/secrets/work.oauth2.clientSecret.1", { value: provider.clientSecret });
  const saved = { ...fields(), clientSecret: { $secret: "work.oauth2.clientSecret.1" } };
  const origins = [new URL(api.url).origin, provider.url];
  await call("PUT", "/v1/profiles/work", { type: "oauth2", schemes: { oauth2: saved }, origins });
  const before = await call("GET", "/v1/profiles/work");
  const changed = {
    profile: { type: "oauth2", schemes: { oauth2: { ...saved, addTo: "query" } } },
    name: "work",
  };
  expect(await run("login", changed)).toMatchObject({ target: { kind: "profile", name: "work" } });
  expect((await call("GET", "/v1/profiles/work")).json()).toMatchObject({
    state: "ready",
    schemes: before.json()["schemes"],
  });
  const request = { auth: { type: "oauth2", ...saved }, profile: "work" };
  await call("POST", "/v1/requests", { url: api.url, ...request });
  expect(credentials).toEqual([`Bearer ${provider.accessToken}`]);
  const elsewhere = await call("POST", "/v1/requests", { url: "http://127.0.0.1:1/", ...request });
  expect(elsewhere.json()).toMatchObject({ code: "AUTH_ORIGIN_REFUSED" });
});

it.each([
  ["an unknown action", "fly", {}, 404],
  ["an action without its text", "discover", {}, 422],
])("%s is refused", async (_what, action, more, status) => {
  const reply = await call("POST", `/v1/drafts/actions/${action}`, { profile: draft(), ...more });
  expect(reply.status).toBe(status);
});

it("only an administrator uses a saved profile with other fields", async () => {
  const { token } = (await call("POST", "/v1/tokens", { name: "script", scopes: ["request"] })).json();
  const body = { url: api.url, auth: { type: "basic", username: "me" }, profile: "work" };
  expect((await call("POST", "/v1/requests", body, String(token))).status).toBe(403);
  expect((await call("POST", "/v1/profiles/check", { profile: draft() }, String(token))).status).toBe(403);
});
