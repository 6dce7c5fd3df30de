// Revocation (RFC 7009): the request, and which replies mean that the token is revoked.

import { describe, expect, it } from "vitest";
import { revokeToken, revokeTokens } from "./revoke.js";
import {
  rejectionOf,
  useFakeProvider,
  formParametersOf,
  printed,
  settingWith,
  contextWith,
} from "../testing/fake-provider.js";
import type { FixedReply, ScriptedReply } from "../testing/fake-provider.js";

const provider = await useFakeProvider();

const revoke = (scripted: ScriptedReply) => {
  provider.replyWith(scripted);
  const url = { tokenUrl: `${provider.url}/token`, revocationUrl: `${provider.url}/revoke` };
  return revokeToken(
    settingWith({ ...url, tokenParameters: [{ name: "x", value: "y" }] }),
    "CANARY",
    "refresh_token",
    contextWith(),
  );
};

it("the request contains the token, its type hint and the client, and nothing else", async () => {
  await revoke({ body: "" });
  expect(provider.received[0]!.path).toBe("/revoke");
  expect(Object.fromEntries(formParametersOf(provider.received[0]!))).toEqual({
    token: "CANARY",
    token_type_hint: "refresh_token",
    client_id: "my-client",
  });
});

it("a pasted token is revoked without a token URL and an issuer", async () => {
  provider.replyWith({});
  const setting = settingWith({ revocationUrl: `${provider.url}/revoke` });
  await expect(revokeToken(setting, "pasted", "access_token", contextWith())).resolves.toBeUndefined();
  expect(provider.received).toHaveLength(1);
});

it.each<ScriptedReply>([{ body: "" }, { body: "<html>" }, { status: 204 }])(
  "the token is revoked after the reply %j",
  async (scripted) => {
    await expect(revoke(scripted)).resolves.toBeUndefined();
  },
);

it.each<[string, ScriptedReply, string]>([
  ["with an error and status 200", { body: { error: "x", error_description: "CANARY" } }, "OAUTH_REFUSED"],
  ["with status 503", { status: 503, body: "CANARY" }, "AUTH_UNREACHABLE"],
])("the revocation fails after a reply: %s", async (_situation, scripted, code) => {
  const error = await rejectionOf(() => revoke(scripted));
  expect(error.code).toBe(code);
  expect(printed(error)).not.toContain("CANARY");
});

describe("an access token", () => {
  const tokens = { accessToken: "CANARY-access", refreshToken: "CANARY-refresh" };
  const revokeBoth = (
    replies: readonly FixedReply[],
    issued: Partial<typeof tokens> & { accessToken: string },
  ) => {
    provider.replyWith((_request, response) => {
      const { status = 200, body = "" } = replies[provider.received.length - 1] ?? {};
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
    const setting = settingWith({
      tokenUrl: `${provider.url}/token`,
      revocationUrl: `${provider.url}/revoke`,
    });
    return revokeTokens(setting, issued, contextWith());
  };
  const sent = () =>
    provider.received.map((request) => new URLSearchParams(request.body).get("token_type_hint"));

  it("is revoked after its refresh token, which it outlives at some providers", async () => {
    expect(await revokeBoth([], tokens)).toBeUndefined();
    expect(sent()).toEqual(["refresh_token", "access_token"]);
  });

  it("may be unknown to the provider after that", async () => {
    const unknown = { status: 400, body: { error: "invalid_token" } };
    expect(await revokeBoth([{}, unknown], tokens)).toBeUndefined();
  });

  it("without a refresh token must be known to it", async () => {
    const unknown = { status: 400, body: { error: "invalid_token" } };
    const rejection = await rejectionOf(() => revokeBoth([unknown], { accessToken: "CANARY-access" }));
    expect(rejection.details["error"]).toBe("invalid_token");
  });

  it("has an error of its own if only the refresh token could be revoked", async () => {
    const failure = await revokeBoth(
      [{}, { status: 400, body: { error: "unsupported_token_type" } }],
      tokens,
    );
    expect(failure).toMatchObject({ code: "OAUTH_REFUSED", details: { error: "unsupported_token_type" } });
    expect(printed(failure)).not.toContain("CANARY");
  });

  it("is not tried if the refresh token could not be revoked", async () => {
    await expect(revokeBoth([{ status: 503 }], tokens)).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect(sent()).toEqual(["refresh_token"]);
  });
});
