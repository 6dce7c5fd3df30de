// Pushed authorization requests at a real provider that accepts no other requests (RFC 9126).

import { afterAll, expect, it } from "vitest";
import { startProvider } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { createTestBeds } from "./test-bed.test.support.js";

const beds = createTestBeds();
const strict = await startProvider({
  features: { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } },
});
afterAll(() => strict.close());

it("discovery switches them on, and the browser carries only a reference", async () => {
  const { save, login, send, profiles, user } = await beds.open(strict);
  await save("work", "authorization_code");
  const { notes, view } = await profiles.run("work", "discover", { input: strict.issuer });
  expect(notes.join("\n")).toContain("pushAuthorizationRequest: true, because the provider requires it");
  expect(view.profile.schemes["oauth2"]).toMatchObject({
    pushAuthorizationRequest: true,
    pushedAuthorizationRequestUrl: `${strict.issuer}/request`,
  });

  await login("work");
  const { searchParams } = new URL(user.signIns[0]?.authorizationUrl ?? "");
  expect([...searchParams.keys()]).toEqual(["client_id", "request_uri"]);
  expect((await send("work")).status).toBe(200);
});

it("a sign-in without them is refused by this provider", async () => {
  const { save, login } = await beds.open(strict);
  await save("work", "authorization_code");
  await expect(login("work")).rejects.toMatchObject({ code: "OAUTH_REFUSED" });
});
