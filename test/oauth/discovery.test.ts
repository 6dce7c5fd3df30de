// From a provider's address to a served request, with nothing typed but what the provider gave: client id and secret.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createStages, grants, grantTypes, type Grant, type Stage } from "./stage.test.support.js";

const stages = createStages();

/** A profile without any address; `fields` besides. */
async function blank({ profiles }: Stage, grantType: Grant, fields: Readonly<Record<string, string>> = {}) {
  const { scopes: _typed, ...typed } = grants[grantType];
  const profile = { type: "oauth2", schemes: { oauth2: { ...typed, grantType, ...fields } } };
  await profiles.save("work", profile);
  return profile;
}
const host = ({ provider }: Stage): string => new URL(provider.issuer).host;

describe("discovery", () => {
  it.each(grantTypes)("fills in all that %s needs", async (grant) => {
    const stage = await stages.open();
    const { profiles, provider, login, send } = stage;
    await blank(stage, grant);
    expect(await profiles.view("work")).toMatchObject({ configured: false, status: { state: "missing" } });

    const { view } = await profiles.run("work", "discover", { input: host(stage) });
    expect(view).toMatchObject({ configured: true, status: { state: "signed-out" } });
    expect(view.profile.schemes["oauth2"]).toMatchObject({
      ...provider.endpoints,
      scopes: "openid profile email",
    });
    expect((await login("work")).view.status.state).toBe("ready");
    expect((await send("work")).status).toBe(200);
  });

  it("keeps the scopes that were typed", async () => {
    const stage = await stages.open();
    await blank(stage, "authorization_code", { scopes: "api:read" });
    const { view } = await stage.profiles.run("work", "discover", { input: host(stage) });
    expect(view.profile.schemes["oauth2"]).toMatchObject({ scopes: "api:read" });
  });

  it("can be taken back, and brought again", async () => {
    const stage = await stages.open();
    const { profiles } = stage;
    const before = await blank(stage, "authorization_code");
    const { view } = await profiles.run("work", "discover", { input: host(stage) });
    expect((await profiles.undo("work"))?.profile).toEqual(before);
    expect((await profiles.undo("work"))?.profile).toEqual(view.profile);
  });

  it("of the same provider again changes nothing", async () => {
    const stage = await stages.open();
    const { profiles, login } = stage;
    await blank(stage, "authorization_code");
    const first = await profiles.run("work", "discover", { input: host(stage) });
    await login("work");
    const again = await profiles.run("work", "discover", { input: host(stage) });
    expect(again.view.profile.schemes["oauth2"]).toEqual(first.view.profile.schemes["oauth2"]);
    expect([again.notes, again.view.status.state]).toEqual([["Everything was filled in already."], "ready"]);
  });
});

describe("a failing discovery changes nothing", () => {
  const document = (stage: Stage, status: number, body: string) => {
    stage.provider.interfere("/.well-known/openid-configuration", (_request, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
    stage.provider.interfere("/.well-known/oauth-authorization-server", (_request, response) => {
      response.writeHead(404).end();
    });
    return host(stage);
  };
  it.each<[string, (stage: Stage) => string, string]>([
    ["where there is no provider", ({ api }) => api.url, "OAUTH_DISCOVERY_FAILED"],
    ["where nobody listens", () => "127.0.0.1:1", "OAUTH_DISCOVERY_FAILED"],
    ["at what is no address", () => "not an address", "AUTH_SETTING_INVALID"],
    ["at a provider that fails", (stage) => document(stage, 503, ""), "OAUTH_DISCOVERY_FAILED"],
    [
      "at a provider that speaks for another one",
      (stage) => document(stage, 200, '{"issuer":"https://other.example"}'),
      "OAUTH_ISSUER_MISMATCH",
    ],
  ])("%s", async (_situation, prepare, code) => {
    const stage = await stages.open();
    const { profiles, folder } = stage;
    await blank(stage, "authorization_code");
    const written = () => readFileSync(join(folder, "pictor.json"), "utf8");
    const before = { text: written(), view: await profiles.view("work") };
    const discovering = profiles.run("work", "discover", { input: prepare(stage) });
    await expect(discovering).rejects.toMatchObject({ code });
    expect({ text: written(), view: await profiles.view("work") }).toEqual(before);
  });
});
