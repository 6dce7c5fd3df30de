// Discovery end to end: from the provider's address and the client credentials to an authorized request.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  createTestBeds,
  grantFields,
  grantTypes,
  type GrantType,
  type TestBed,
} from "./test-bed.test.support.js";

const beds = createTestBeds();

/** Saves a profile without endpoints and scopes, with these fields in addition. */
async function saveWithoutEndpoints(
  { profiles }: TestBed,
  grantType: GrantType,
  fields: Readonly<Record<string, string>> = {},
) {
  const { scopes: _scopes, ...typed } = grantFields[grantType];
  const profile = { type: "oauth2", schemes: { oauth2: { ...typed, grantType, ...fields } } };
  await profiles.save("work", profile);
  return profile;
}
const host = ({ provider }: TestBed): string => new URL(provider.issuer).host;

it.each(grantTypes)("discovery fills in every field that %s needs", async (grantType) => {
  const bed = await beds.open();
  const { profiles, provider, login, send } = bed;
  await saveWithoutEndpoints(bed, grantType);
  expect(await profiles.view("work")).toMatchObject({ configured: false, status: { state: "missing" } });

  const { view } = await profiles.run("work", "discover", { input: host(bed) });
  expect(view).toMatchObject({ configured: true, status: { state: "signed-out" } });
  expect(view.profile.schemes["oauth2"]).toMatchObject({
    ...provider.endpoints,
    scopes: "openid profile email",
    clientAuthenticationMethods: expect.stringContaining("client_secret_basic"),
  });
  expect((await login("work")).view.status.state).toBe("ready");
  expect((await send("work")).status).toBe(200);
});

it.each<[string, (bed: TestBed) => string, string]>([
  ["at a server that is not a provider", ({ api }) => api.url, "OAUTH_DISCOVERY_FAILED"],
  ["at text that is not a URL", () => "not an address", "AUTH_SETTING_INVALID"],
])("a failing discovery changes nothing: %s", async (_situation, prepare, code) => {
  const bed = await beds.open();
  const { profiles, folder } = bed;
  await saveWithoutEndpoints(bed, "authorization_code");
  const configuration = () => readFileSync(join(folder, "pictor.json"), "utf8");
  const before = { text: configuration(), view: await profiles.view("work") };
  const discovering = profiles.run("work", "discover", { input: prepare(bed) });
  await expect(discovering).rejects.toMatchObject({ code });
  expect({ text: configuration(), view: await profiles.view("work") }).toEqual(before);
});
