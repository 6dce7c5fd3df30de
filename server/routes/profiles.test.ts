// Profiles and secrets over the API: drafts, changes, undo, sign-ins as operations; no secret in any reply, event or log.

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import type { Operation, Profile, Question } from "@pictor/client";
import { startTestServer, type TestServer } from "../testing/start-server.js";
import { startTokenServer, type TokenServer } from "../testing/token-server.js";

let test: TestServer;
let provider: TokenServer;
const replies: string[] = [];

beforeEach(async () => {
  provider = await startTokenServer();
  test = await startTestServer();
});
afterEach(async () => {
  const shown = replies.splice(0).join("\n") + JSON.stringify(test.log);
  await test.close();
  await provider.close();
  expect(shown).not.toContain("CANARY");
});

async function call(method: string, path: string, body?: unknown, token?: string) {
  const reply = await test.call(method, path, {
    ...(body !== undefined && { body }),
    ...(token !== undefined && { token }),
  });
  replies.push(reply.bytes.toString());
  return { status: reply.status, json: reply.json() };
}
const basic = {
  type: "basic",
  schemes: { basic: { username: "me", password: { $secret: "work.basic.password.1" } } },
  origins: ["https://api.example"],
};
const oauth = (rest: object) => ({
  type: "oauth2",
  schemes: { oauth2: { clientId: "client", tokenUrl: `${provider.url}/token`, ...rest } },
  origins: [provider.url],
});
const profileNamed = async (name: string) =>
  (await call("GET", `/v1/profiles/${name}`)).json as unknown as Profile;

describe("a profile", () => {
  it("is created, shown with references in place of secrets, changed, undone, and deleted with its secrets", async () => {
    expect((await call("PUT", "/v1/secrets/work.basic.password.1", { value: "CANARY-4" })).status).toBe(200);
    const saved = await call("PUT", "/v1/profiles/work", basic);
    expect(saved).toMatchObject({ status: 200, json: { profile: { name: "work", state: "ready" } } });
    const shown = await profileNamed("work");
    expect(shown).toMatchObject({ type: "basic", origins: ["https://api.example"], configured: true });
    expect(shown.secrets).toEqual([
      { field: "basic.password", from: "secret", name: "work.basic.password.1", isSet: true },
    ]);
    expect((await call("GET", "/v1/secrets")).json["names"]).toContain("work.basic.password.1");

    await call("PUT", "/v1/profiles/work", { ...basic, schemes: { basic: {} } });
    expect(await profileNamed("work")).toMatchObject({ state: "missing", missing: ["username"] });
    await call("POST", "/v1/profiles/work/undo", {});
    expect(await profileNamed("work")).toMatchObject({ state: "ready" });

    expect((await call("DELETE", "/v1/profiles/work")).status).toBe(200);
    expect((await call("GET", "/v1/profiles")).json).toEqual({ profiles: [] });
    expect((await call("GET", "/v1/secrets")).json["names"]).not.toContain("work.basic.password.1");
  });

  it("with a secret as text can be used, and not saved", async () => {
    const draft = { type: "basic", schemes: { basic: { username: "me", password: "CANARY-5" } } };
    const checked = await call("POST", "/v1/profiles/check", { profile: draft });
    expect(checked.json).toMatchObject({ faults: [], profile: { state: "ready" } });
    const saved = await call("PUT", "/v1/profiles/work", draft);
    expect(saved.json["details"]).toMatchObject({ pointer: "#/schemes/basic/password" });
  });

  it.each([
    ["an unknown scheme", { type: "basik" }, "/type"],
    ["an unknown field", { type: "basic", schemes: { basic: { user: "a" } } }, "/schemes/basic"],
    ["an origin with a path", { type: "none", origins: ["https://a.example/path"] }, "/origins/0"],
  ])("with %s is refused by the check and by the change, at its path", async (_, draft, pointer) => {
    const checked = await call("POST", "/v1/profiles/check", { profile: draft });
    expect((checked.json["faults"] as readonly { pointer: string }[]).map((one) => one.pointer)).toEqual([
      pointer,
    ]);
    const saved = await call("PUT", "/v1/profiles/work", draft);
    const details = { problems: [{ pointer: `#${pointer}` }] };
    expect(saved).toMatchObject({ status: 422, json: { code: "API_INPUT_INVALID", details } });
    expect((await call("GET", "/v1/profiles")).json).toEqual({ profiles: [] });
  });
});

describe("a sign-in", () => {
  const ended = async (id: string): Promise<Operation> =>
    vi.waitFor(async () => {
      const operation = (await call("GET", `/v1/operations/${id}`)).json as unknown as Operation;
      expect(operation.state).not.toBe("running");
      return operation;
    }, patience);
  const login = async (name: string): Promise<string> => {
    const { status, json } = await call("POST", `/v1/profiles/${name}/actions/login`, {});
    expect(status).toBe(202);
    return json["id"] as string;
  };

  it("by client credentials ends as an operation, and the profile is ready", async () => {
    await call("PUT", "/v1/secrets/client", { value: provider.clientSecret });
    const settings = { grantType: "client_credentials", clientSecret: { $secret: "client" } };
    await call("PUT", "/v1/profiles/work", oauth(settings));
    expect(await ended(await login("work"))).toMatchObject({ state: "finished" });
    const profile = await profileNamed("work");
    expect(profile).toMatchObject({ state: "ready", needsSignIn: false });
    expect(profile.expiresAtMs).toBeTypeOf("number");
  });

  it("gives the claims of its token, without the token and its signature", async () => {
    const claims = () => call("GET", "/v1/profiles/work/claims");
    await call("PUT", "/v1/secrets/client", { value: provider.clientSecret });
    const settings = { grantType: "client_credentials", clientSecret: { $secret: "client" } };
    await call("PUT", "/v1/profiles/work", oauth(settings));
    expect((await claims()).json).toEqual({ tokens: [] });
    await ended(await login("work"));
    expect((await claims()).json).toEqual({
      tokens: [{ title: "Access token", claims: { sub: "anna", aud: "shop" } }],
    });
  });

  it("that the provider refuses fails with its code", async () => {
    await call("PUT", "/v1/secrets/client", { value: "wrong-CANARY" });
    const settings = { grantType: "client_credentials", clientSecret: { $secret: "client" } };
    await call("PUT", "/v1/profiles/work", oauth(settings));
    const operation = await ended(await login("work"));
    expect(operation).toMatchObject({ state: "failed" });
    expect(JSON.stringify(operation)).toContain("AUTH_");
  });

  it("of a device is a question with the code, the address and its end, and ends when the person agrees", async () => {
    const settings = { grantType: "device_code", deviceAuthorizationUrl: `${provider.url}/device` };
    await call("PUT", "/v1/profiles/tv", oauth(settings));
    const id = await login("tv");
    const question = await vi.waitFor(async () => {
      const { json } = await call("GET", "/v1/questions");
      const [first] = json["questions"] as readonly Question[];
      expect(first).toBeDefined();
      return first;
    }, patience);
    expect(JSON.stringify(question)).toContain("WDJB");
    expect(JSON.stringify(question)).toContain("http://127.0.0.1/enter");
    expect(question).toMatchObject({ operationId: id });
    provider.approve();
    expect(await ended(id)).toMatchObject({ state: "finished" });
    expect((await call("GET", "/v1/questions")).json).toEqual({ questions: [] });
    expect(await profileNamed("tv")).toMatchObject({ state: "ready" });
  });
});

it("the configuration has a file as soon as something was saved in it", async () => {
  const before = (await call("GET", "/v1/configuration")).json;
  expect(before["outputs"]).toBe(join(String(before["directory"]), "outputs"));
  expect(before["files"]).toEqual([]);
  await call("PUT", "/v1/profiles/work", basic);
  expect((await call("GET", "/v1/configuration")).json["files"]).toEqual([
    { file: before["writesTo"], profiles: ["work"], backends: [] },
  ]);
});

it("the configuration has its files and names, and no values", async () => {
  await call("PUT", "/v1/secrets/work.basic.password.1", { value: "CANARY-7" });
  await call("PUT", "/v1/profiles/work", basic);
  const { json } = await call("GET", "/v1/configuration");
  expect(JSON.stringify(json)).toContain("work");
  expect(json["directory"]).toBe(test.folder);
});
