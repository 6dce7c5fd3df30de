// Every grant type end to end: from a saved profile to authorized requests, with the status in between.

import { describe, expect, it } from "vitest";
import {
  createTestBeds,
  grantTypes,
  tokenLifetimeMs,
  type GrantType,
  type TestBed,
} from "./test-bed.test.support.js";

const beds = createTestBeds();

/** Whether the grant type gets a token during a request. */
const needsNoUser = (grantType: GrantType): boolean => grantType === "client_credentials";

describe.each(grantTypes)("%s", (grantType) => {
  it("signs in once for many requests", async () => {
    const { save, login, send, profiles, clock, api, provider } = await beds.open();
    await save("work", grantType);
    expect((await profiles.view("work")).status).toMatchObject({
      state: "signed-out",
      actions: ["login", "paste", "discover"],
    });

    const { view } = await login("work");
    const ready = { state: "ready", expiresAtMs: clock.now() + tokenLifetimeMs, refreshable: true };
    expect(view).toMatchObject({ title: "OAuth 2.0", configured: true, status: ready });
    expect(view.actions.map(({ id }) => id)).toEqual(["login", "refresh", "paste", "clear", "discover"]);

    expect((await send("work")).status).toBe(200);
    expect((await profiles.view("work")).status).toMatchObject(ready);
    expect(await provider.isActive(api.tokens[0] ?? "")).toBe(true);
  });

  it("gets a new token with the first request after the expiry", async () => {
    const { save, login, send, profiles, clock, api } = await beds.open();
    await save("work", grantType);
    const { view } = await login("work");
    const expiresAtMs = clock.now() + tokenLifetimeMs;
    await clock.advance(tokenLifetimeMs - 1);
    expect((await profiles.view("work")).status).toMatchObject({ state: "ready", expiresAtMs });
    await clock.advance(1);
    const expired = await profiles.view("work");
    expect(expired.status).toMatchObject({ state: "expired", expiresAtMs, refreshable: true });
    expect(expired.actions).toEqual(view.actions);

    expect((await send("work")).status).toBe(200);
    expect((await profiles.view("work")).status).toMatchObject({
      state: "ready",
      expiresAtMs: expiresAtMs + tokenLifetimeMs,
    });
    expect(api.tokens).toHaveLength(1);
  });

  it("fills the Bearer Token field, which follows each refresh", async () => {
    const { save, login, send, profiles, clock, api } = await beds.open();
    await save("work", grantType);
    const { profile } = (await login("work")).view;
    expect(profile.schemes["bearer"]).toEqual({ token: { $token: "work" } });
    await profiles.save("work", { ...profile, type: "bearer" });

    const statuses = [(await send("work")).status];
    await profiles.run("work", "refresh");
    statuses.push((await send("work")).status);
    await clock.advance(tokenLifetimeMs);
    statuses.push((await send("work")).status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(new Set(api.tokens).size).toBe(3);
    expect(await profiles.view("work")).toMatchObject({
      title: "Bearer Token",
      status: { state: "ready", expiresAtMs: clock.now() + tokenLifetimeMs },
    });
  });

  it("is signed out by clearing, which revokes the token", async () => {
    const { save, login, send, outcomeOf, profiles, api, provider } = await beds.open();
    await save("work", grantType);
    await login("work");
    await send("work");
    const { view, notes } = await profiles.run("work", "clear");
    expect([view.status.state, notes]).toEqual([
      "signed-out",
      [expect.stringContaining(`revoked at ${new URL(provider.issuer).host}`)],
    ]);
    expect(view.actions.map(({ id }) => id)).toEqual(["login", "paste", "discover"]);
    expect(await provider.isActive(api.tokens[0] ?? "")).toBe(false);
    const afterClearing = needsNoUser(grantType) ? 200 : "AUTH_ACTION_NEEDED";
    expect(await outcomeOf("work")).toBe(afterClearing);
    await profiles.save("work", { ...view.profile, type: "bearer" });
    expect(await outcomeOf("work")).toBe(afterClearing);
  });
});

it("a token is cleared with the reason if the provider revokes only its refresh token", async () => {
  const { profiles, provider } = await beds.openSignedIn();
  // The next revocation, of the refresh token, succeeds; the one of the access token does not.
  const path = new URL(provider.endpoints.revocationUrl).pathname;
  provider.intercept(path, (_request, response) => {
    response.end();
  });
  provider.intercept(path, (_request, response) => {
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"unsupported_token_type"}');
  });
  const { view, notes } = await profiles.run("work", "clear");
  expect(view.status.state).toBe("signed-out");
  expect(notes).toEqual([
    expect.stringMatching(
      /revoked at \S+ by its refresh token; .*did not revoke .*unsupported_token_type\.$/,
    ),
  ]);
});

describe("a token", () => {
  it("belongs to the settings with which it was requested", async () => {
    const { save, login, send, outcomeOf, profiles, api } = await beds.open();
    await save("work", "authorization_code");
    await login("work");
    await save("work", "authorization_code", { scopes: "openid" });
    expect((await profiles.view("work")).status).toMatchObject({
      state: "signed-out",
      notes: [expect.stringContaining("earlier settings")],
      actions: expect.arrayContaining(["clear"]),
    });
    expect(await outcomeOf("work")).toBe("AUTH_ACTION_NEEDED");
    await save("work", "authorization_code");
    expect((await send("work")).status).toBe(200);
    expect(api.tokens).toHaveLength(1);
  });
});

describe("a pasted token", () => {
  it.each<[string, (bed: TestBed) => Promise<unknown>]>([
    ["without an earlier token", async () => undefined],
    ["instead of a valid token", ({ login }) => login("work")],
    [
      "instead of an expired token",
      async ({ login, clock }) => {
        await login("work");
        await clock.advance(tokenLifetimeMs);
      },
    ],
    [
      "after clearing",
      async ({ login, profiles }) => {
        await login("work");
        await profiles.run("work", "clear");
      },
    ],
    [
      "instead of another pasted token",
      ({ profiles }) => profiles.run("work", "paste", { input: "another" }),
    ],
  ])("%s is used until the user changes it", async (_situation, prepare) => {
    const bed = await beds.open();
    const { save, send, outcomeOf, profiles, clock, api, countTokenRequests } = bed;
    await save("other", "client_credentials");
    await send("other");
    const [token = ""] = api.tokens;
    await save("work", "authorization_code");
    await prepare(bed);

    const { notes, view } = await profiles.run("work", "paste", { input: ` Bearer ${token}\n` });
    expect(notes).toEqual([expect.stringContaining("removed")]);
    expect(view.status).toMatchObject({ state: "ready", refreshable: false });
    expect(view.status).not.toHaveProperty("expiresAtMs");
    expect(view.profile.schemes["bearer"]).toEqual({ token: { $token: "work" } });
    await clock.advance(24 * tokenLifetimeMs);
    expect(await countTokenRequests(() => outcomeOf("work"))).toEqual({ result: 200, tokenRequests: 0 });
    expect(api.tokens).toEqual([token, token]);
  });

  it("that is rejected is not replaced, even if the grant type needs no user", async () => {
    const { save, login, outcomeOf, profiles, api, countTokenRequests } = await beds.open();
    await save("work", "client_credentials");
    await login("work");
    await profiles.run("work", "paste", { input: "wrong" });
    expect(await countTokenRequests(() => outcomeOf("work"))).toEqual({ result: 401, tokenRequests: 0 });
    expect(api.tokens).toEqual(["wrong"]);
  });

  it("is sent for a profile with no other field filled in", async () => {
    const { save, outcomeOf, profiles, api } = await beds.open();
    await save("work", "authorization_code", { clientId: "", tokenUrl: "" });
    const before = await profiles.view("work");
    expect(before.status).toMatchObject({ state: "missing", actions: ["paste", "discover"] });
    const { view } = await profiles.run("work", "paste", { input: "mine" });
    expect(view.status).toMatchObject({ state: "ready", refreshable: false });
    expect(await outcomeOf("work")).toBe(401);
    expect(api.tokens).toEqual(["mine"]);
  });
});
