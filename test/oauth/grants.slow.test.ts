// Every grant type end to end: from a saved profile to authorized requests, with the status in between.

import { describe, expect, it } from "vitest";
import { createTestBeds, grantTypes, tokenLifetimeMs, type GrantType } from "./test-bed.test.support.js";

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

it("a pasted token is used in place of a valid token until the user changes it", async () => {
  const { save, login, send, outcomeOf, profiles, clock, api, countTokenRequests } = await beds.open();
  await save("other", "client_credentials");
  await send("other");
  const [token = ""] = api.tokens;
  await save("work", "authorization_code");
  await login("work");

  const { notes, view } = await profiles.run("work", "paste", { input: ` Bearer ${token}\n` });
  expect(notes).toEqual([expect.stringContaining("removed")]);
  expect(view.status).toMatchObject({ state: "ready", refreshable: false });
  expect(view.status).not.toHaveProperty("expiresAtMs");
  expect(view.profile.schemes["bearer"]).toEqual({ token: { $token: "work" } });
  await clock.advance(24 * tokenLifetimeMs);
  expect(await countTokenRequests(() => outcomeOf("work"))).toEqual({ result: 200, tokenRequests: 0 });
  expect(api.tokens).toEqual([token, token]);
});
