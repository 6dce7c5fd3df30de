// Tokens that expire or are rejected during requests: one refresh for all requests, only if it can help.

import { describe, expect, it } from "vitest";
import { clients } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { createTestBeds, tokenLifetimeMs, type TestBed } from "./test-bed.test.support.js";

const beds = createTestBeds();

const sendFifty = async ({ outcomeOf }: TestBed): Promise<ReadonlySet<number | string>> =>
  new Set(await Promise.all(Array.from({ length: 50 }, () => outcomeOf("work"))));
const allAuthorized = new Set([200]);

function rejectLastToken({ api }: TestBed): void {
  const last = api.tokens.at(-1);
  api.reject((token) => token === last);
}

/** Revokes the tokens of the sign-in, as an administrator of the provider would. */
async function revokeSignIn({ provider, api }: TestBed): Promise<void> {
  const { clientId } = clients.application;
  const body = new URLSearchParams({ token: api.tokens.at(-1) ?? "", client_id: clientId });
  await fetch(provider.endpoints.revocationUrl, { method: "POST", body });
}

describe.each(["authorization_code", "client_credentials"] as const)("with a token of %s", (grantType) => {
  it("fifty requests at its expiry cause one refresh", async () => {
    const bed = await beds.openSignedIn(grantType);
    for (let round = 1; round <= 2; round++) {
      await bed.clock.advance(tokenLifetimeMs);
      expect(await bed.countTokenRequests(() => sendFifty(bed))).toEqual({
        result: allAuthorized,
        tokenRequests: 1,
      });
      expect(new Set(bed.api.tokens).size).toBe(1 + round);
    }
  });

  it("fifty rejected requests cause one refresh, and each is sent once more", async () => {
    const bed = await beds.openSignedIn(grantType);
    rejectLastToken(bed);
    expect(await bed.countTokenRequests(() => sendFifty(bed))).toEqual({
      result: allAuthorized,
      tokenRequests: 1,
    });
    expect(bed.api.tokens).toHaveLength(1 + 50 + 50);
  });
});

it.each([401, 403])("a rejected token is not replaced if its scope is insufficient: %i", async (status) => {
  const bed = await beds.openSignedIn();
  const request = () => bed.outcomeOf("work", `/beyond-scope/${status}`);
  expect(await bed.countTokenRequests(request)).toEqual({ result: status, tokenRequests: 0 });
  expect(bed.api.tokens).toHaveLength(2);
});

it("a sign-in that the provider has revoked causes one refresh for fifty rejected requests, and none after that until the next login", async () => {
  const bed = await beds.openSignedIn();
  const { countTokenRequests, profiles, clock, login, outcomeOf } = bed;
  await revokeSignIn(bed);
  expect(await countTokenRequests(() => sendFifty(bed))).toEqual({
    result: new Set([401]),
    tokenRequests: 1,
  });
  const { status } = await profiles.view("work");
  expect(status).toMatchObject({ state: "expired", refused: true, refreshable: false });
  expect(status.notes?.join(" ")).toContain("sign in again");
  await clock.advance(tokenLifetimeMs);
  expect((await profiles.view("work")).status).toMatchObject({ state: "expired", refreshable: false });
  const result = new Set(["AUTH_ACTION_NEEDED"]);
  expect(await countTokenRequests(() => sendFifty(bed))).toEqual({ result, tokenRequests: 0 });
  await login("work");
  expect(await outcomeOf("work")).toBe(200);
});
