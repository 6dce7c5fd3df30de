// Revocation (RFC 7009): what is asked, and which answers mean that it is done.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revoke } from "./revoke.js";
import { failure, fakeProvider, formOf, printed, setting, testWire } from "./wire.test.support.js";
import type { FakeProvider, Scripted } from "./wire.test.support.js";

let provider: FakeProvider;
beforeAll(async () => {
  provider = await fakeProvider();
});
afterAll(() => provider.close());

const ask = (scripted: Scripted) => {
  provider.answer(scripted);
  const url = { tokenUrl: `${provider.url}/token`, revocationUrl: `${provider.url}/revoke` };
  return revoke(
    setting({ ...url, tokenParameters: [{ name: "x", value: "y" }] }),
    "CANARY",
    "refresh_token",
    testWire(),
  );
};

it("names the token, its kind and the client, and nothing else", async () => {
  await ask({ body: "" });
  expect(provider.seen[0]!.path).toBe("/revoke");
  expect(Object.fromEntries(formOf(provider.seen[0]!))).toEqual({
    token: "CANARY",
    token_type_hint: "refresh_token",
    client_id: "my-client",
  });
});

describe("done", () => {
  it.each<[string, Scripted]>([
    ["with an empty answer", { body: "" }],
    ["with JSON", { body: { ok: true } }],
    ["with a page", { body: "<html>" }],
    ["with status 204", { status: 204 }],
  ])("%s", async (_situation, scripted) => {
    await expect(ask(scripted)).resolves.toBeUndefined();
  });
});

describe("not done", () => {
  it.each<[string, Scripted, string]>([
    ["with an error", { status: 400, body: { error: "unsupported_token_type" } }, "OAUTH_REFUSED"],
    [
      "with an error and status 200",
      { body: { error: "invalid_request", error_description: "CANARY" } },
      "OAUTH_REFUSED",
    ],
    ["with a broken server", { status: 503, body: "CANARY" }, "OAUTH_RESPONSE_INVALID"],
    ["with a wrong address", { status: 404, body: "CANARY" }, "OAUTH_RESPONSE_INVALID"],
    [
      "with a redirect",
      { status: 307, headers: { location: "https://elsewhere.example/" } },
      "OAUTH_RESPONSE_INVALID",
    ],
  ])("%s", async (_situation, scripted, code) => {
    const error = await failure(() => ask(scripted));
    expect(error.code).toBe(code);
    expect(printed(error)).not.toContain("CANARY");
  });
});
