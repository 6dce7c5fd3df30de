// From a saved profile to a served request, with every grant, and what a person is told on the way.

import { describe, expect, it } from "vitest";
import { createStages, grantTypes, lifeMs, type Grant, type Stage } from "./stage.test.support.js";

const stages = createStages();

/** Grants that get a token in the middle of a request. */
const fetchesItself = (grant: Grant): boolean => grant === "client_credentials";

describe.each(grantTypes)("%s", (grant) => {
  it("signs in once, and from then on requests are served", async () => {
    const { save, login, send, profiles, clock, api, provider } = await stages.open();
    await save("work", grant);
    expect((await profiles.view("work")).status).toMatchObject({
      state: "signed-out",
      actions: ["login", "paste", "discover"],
    });

    const { view } = await login("work");
    const ready = { state: "ready", expiresAtMs: clock.now() + lifeMs, refreshable: true };
    expect(view).toMatchObject({ title: "OAuth 2.0", configured: true, status: ready });
    expect(view.actions.map(({ id }) => id)).toEqual(["login", "refresh", "paste", "clear", "discover"]);

    expect((await send("work")).status).toBe(200);
    expect((await profiles.view("work")).status).toMatchObject(ready);
    expect(await provider.isActive(api.tokens[0] ?? "")).toBe(true);
  });

  it("is expired when its time is over, and renewed by the next request", async () => {
    const { save, login, send, profiles, clock, api } = await stages.open();
    await save("work", grant);
    const { view } = await login("work");
    const expiresAtMs = clock.now() + lifeMs;
    await clock.advance(lifeMs - 1);
    expect((await profiles.view("work")).status).toMatchObject({ state: "ready", expiresAtMs });
    await clock.advance(1);
    const expired = await profiles.view("work");
    expect(expired.status).toMatchObject({ state: "expired", expiresAtMs, refreshable: true });
    expect(expired.actions).toEqual(view.actions);

    expect((await send("work")).status).toBe(200);
    expect((await profiles.view("work")).status).toMatchObject({
      state: "ready",
      expiresAtMs: expiresAtMs + lifeMs,
    });
    expect(api.tokens).toHaveLength(1);
  });

  it("fills the Bearer Token, which follows a refresh", async () => {
    const { save, login, send, profiles, clock, api } = await stages.open();
    await save("work", grant);
    const { profile } = (await login("work")).view;
    expect(profile.schemes["bearer"]).toEqual({ token: { $token: "work" } });
    await profiles.save("work", { ...profile, type: "bearer" });

    const statuses = [(await send("work")).status];
    await profiles.run("work", "refresh");
    statuses.push((await send("work")).status);
    await clock.advance(lifeMs);
    statuses.push((await send("work")).status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(new Set(api.tokens).size).toBe(3);
    expect(await profiles.view("work")).toMatchObject({
      title: "Bearer Token",
      status: { state: "ready", expiresAtMs: clock.now() + lifeMs },
    });
  });

  it("is signed out by clearing, at the provider too", async () => {
    const { save, login, send, ending, profiles, api, provider } = await stages.open();
    await save("work", grant);
    await login("work");
    await send("work");
    const { view, notes } = await profiles.run("work", "clear");
    expect([view.status.state, notes]).toEqual([
      "signed-out",
      [`The token is forgotten, and revoked at ${new URL(provider.issuer).host}.`],
    ]);
    expect(view.actions.map(({ id }) => id)).toEqual(["login", "paste", "discover"]);
    expect(await provider.isActive(api.tokens[0] ?? "")).toBe(false);
    const without = fetchesItself(grant) ? 200 : "AUTH_ACTION_NEEDED";
    expect(await ending("work")).toBe(without);
    await profiles.save("work", { ...view.profile, type: "bearer" });
    expect(await ending("work")).toBe(without);
  });
});

describe("a token", () => {
  it("belongs to the settings that it was got with", async () => {
    const { save, login, send, ending, profiles, api } = await stages.open();
    await save("work", "authorization_code");
    await login("work");
    await save("work", "authorization_code", { scopes: "openid" });
    expect((await profiles.view("work")).status).toMatchObject({
      state: "signed-out",
      notes: [expect.stringContaining("earlier settings")],
      actions: expect.arrayContaining(["clear"]),
    });
    expect(await ending("work")).toBe("AUTH_ACTION_NEEDED");
    await save("work", "authorization_code");
    expect((await send("work")).status).toBe(200);
    expect(api.tokens).toHaveLength(1);
  });
});

describe("a pasted token", () => {
  it.each<[string, (stage: Stage) => Promise<unknown>]>([
    ["without any before", async () => undefined],
    ["instead of a good one", ({ login }) => login("work")],
    [
      "instead of an expired one",
      async ({ login, clock }) => {
        await login("work");
        await clock.advance(lifeMs);
      },
    ],
    [
      "after clearing",
      async ({ login, profiles }) => {
        await login("work");
        await profiles.run("work", "clear");
      },
    ],
    ["instead of another one", ({ profiles }) => profiles.run("work", "paste", { input: "another" })],
  ])("%s is used until somebody changes it", async (_situation, prepare) => {
    const stage = await stages.open();
    const { save, send, ending, profiles, clock, api, counted } = stage;
    await save("other", "client_credentials");
    await send("other");
    const [token = ""] = api.tokens;
    await save("work", "authorization_code");
    await prepare(stage);

    const { notes, view } = await profiles.run("work", "paste", { input: ` Bearer ${token}\n` });
    expect(notes).toEqual([expect.stringContaining("taken off")]);
    expect(view.status).toMatchObject({ state: "ready", refreshable: false });
    expect(view.status).not.toHaveProperty("expiresAtMs");
    expect(view.profile.schemes["bearer"]).toEqual({ token: { $token: "work" } });
    await clock.advance(24 * lifeMs);
    expect(await counted(() => ending("work"))).toEqual({ result: 200, tokenRequests: 0 });
    expect(api.tokens).toEqual([token, token]);
  });

  it("that is refused is not replaced, not even where that needs nobody", async () => {
    const { save, login, ending, profiles, api, counted } = await stages.open();
    await save("work", "client_credentials");
    await login("work");
    await profiles.run("work", "paste", { input: "wrong" });
    expect(await counted(() => ending("work"))).toEqual({ result: 401, tokenRequests: 0 });
    expect(api.tokens).toEqual(["wrong"]);
  });

  it("is sent from a profile in which nothing else is filled in", async () => {
    const { save, ending, profiles, api } = await stages.open();
    await save("work", "authorization_code", { clientId: "", tokenUrl: "" });
    const before = await profiles.view("work");
    expect(before.status).toMatchObject({ state: "missing", actions: ["paste", "discover"] });
    const { view } = await profiles.run("work", "paste", { input: "mine" });
    expect(view.status).toMatchObject({ state: "ready", refreshable: false });
    expect(await ending("work")).toBe(401);
    expect(api.tokens).toEqual(["mine"]);
  });
});
