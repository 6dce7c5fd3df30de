// Discovery end to end: from the provider's address and the client credentials to an authorized request.

import { expect, it } from "vitest";
import { createTestBeds, grantFields, grantTypes } from "./test-bed.test.support.js";

const beds = createTestBeds();

it.each(grantTypes)("discovery fills in every field that %s needs", async (grantType) => {
  const { profiles, provider, login, send } = await beds.open();
  const { scopes: _scopes, ...typed } = grantFields[grantType];
  await profiles.save("work", { type: "oauth2", schemes: { oauth2: { ...typed, grantType } } });
  expect(await profiles.view("work")).toMatchObject({ configured: false, status: { state: "missing" } });

  const { view } = await profiles.run("work", "discover", { input: new URL(provider.issuer).host });
  expect(view).toMatchObject({ configured: true, status: { state: "signed-out" } });
  expect(view.profile.schemes["oauth2"]).toMatchObject({
    ...provider.endpoints,
    scopes: "openid profile email",
    clientAuthenticationMethods: expect.stringContaining("client_secret_basic"),
  });
  expect((await login("work")).view.status.state).toBe("ready");
  expect((await send("work")).status).toBe(200);
});
