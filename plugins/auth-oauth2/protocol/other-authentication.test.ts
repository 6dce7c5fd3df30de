// A second attempt with another client authentication: after which replies, by which method, and for which requests.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import {
  contextWith,
  rejectionOf,
  settingWith,
  useFakeProvider,
  type FixedReply,
  type ReceivedRequest,
} from "../testing/fake-provider.js";
import { grantCalls, type GrantCall } from "../testing/grant-calls.js";
import { requestDeviceAuthorization } from "./device-grant.js";
import { clientCredentialsGrant } from "./grants.js";
import { revokeToken } from "./revoke.js";

const provider = await useFakeProvider();
const codes = { device_code: "d", user_code: "u", verification_uri: "https://as.example/device" };
const issued: FixedReply = { body: { access_token: "t", token_type: "Bearer", ...codes, expires_in: 60 } };
const settingOf = (fields: Partial<Fields> = {}) =>
  settingWith({
    tokenUrl: `${provider.url}/token`,
    deviceAuthorizationUrl: `${provider.url}/device`,
    revocationUrl: `${provider.url}/revoke`,
    clientSecret: "100%+x",
    ...fields,
  });

/** The pair in the Basic header; undefined without such a header. */
const basicOf = ({ headers }: ReceivedRequest): string | undefined => {
  const [, encoded] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString();
};
/** Accepts one client authentication and refuses every other with `refusal`. */
const acceptOnly = (isAccepted: (request: ReceivedRequest) => boolean, refusal: FixedReply) =>
  provider.replyWith((request, response) => {
    const { status = 200, body = "" }: FixedReply = isAccepted(request) ? issued : refusal;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
const announced = (clientAuthenticationMethods: string) => ({
  clientSecret: "plain",
  clientAuthenticationMethods,
});
const isRaw = (request: ReceivedRequest): boolean => basicOf(request) === "my-client:100%+x";
const isPost = ({ body }: ReceivedRequest): boolean => body.includes("client_secret=");

describe("a client that is not recognized is tried once more", () => {
  it.each<[string, FixedReply]>([
    ["an empty 400", { status: 400 }],
    ["an empty 401", { status: 401 }],
    ["an empty 403", { status: 403 }],
    ["invalid_client", { status: 401, body: { error: "invalid_client" } }],
  ])("without form encoding after %s, with a note that names the method", async (_situation, refusal) => {
    acceptOnly(isRaw, refusal);
    const { notes } = await clientCredentialsGrant(settingOf(), contextWith());
    expect(notes).toEqual([expect.stringContaining("set clientAuthentication to basic-raw")]);
    expect(provider.received.map(basicOf)).toEqual(["my-client:100%25%2Bx", "my-client:100%+x"]);
  });

  it.each<[string, Partial<Fields>]>([
    ["a plain secret", { clientSecret: "plain" }],
    ["a colon in the client id", { clientId: "a:b" }],
    ["an announced client_secret_post", announced("client_secret_basic client_secret_post")],
  ])("in the body with %s", async (_situation, fields) => {
    acceptOnly(isPost, { status: 401 });
    const { notes } = await clientCredentialsGrant(settingOf(fields), contextWith());
    expect(notes).toEqual([expect.stringContaining("set clientAuthentication to post")]);
  });

  it("to request a device code, and to revoke a token", async () => {
    acceptOnly(isRaw, { status: 403 });
    const { notes } = await requestDeviceAuthorization(settingOf(), contextWith());
    expect(notes.join()).toContain("basic-raw");
    await revokeToken(settingOf(), "t", "access_token", contextWith());
    expect(provider.received).toHaveLength(4);
  });
});

describe("there is one attempt", () => {
  it.each<[string, Partial<Fields>, FixedReply]>([
    ["with a chosen method", { clientAuthentication: "basic" }, { status: 401 }],
    ["of a public client", { clientSecret: "" }, { status: 401 }],
    ["with the only announced method", announced("client_secret_basic"), { status: 401 }],
    ["after another error", {}, { status: 400, body: { error: "invalid_scope" } }],
    ["while the provider is unavailable", {}, { status: 503 }],
  ])("%s", async (_situation, fields, refusal) => {
    acceptOnly(() => false, refusal);
    await rejectionOf(() => clientCredentialsGrant(settingOf(fields), contextWith()));
    expect(provider.received).toHaveLength(1);
  });

  const { password, "authorization code": code, "refresh token": refresh } = grantCalls;
  it.each<[string, GrantCall]>([
    ["with an authorization code", code],
    ["with a refresh token", refresh],
    ["with a password", password],
  ])("%s, which a second one could invalidate or lock", async (_situation, call) => {
    acceptOnly(() => false, { status: 401 });
    await rejectionOf(() => call(settingOf({ username: "u" }), contextWith()));
    expect(provider.received).toHaveLength(1);
  });
});

it("a client that both methods do not recognize has an error that names both", async () => {
  acceptOnly(() => false, { status: 401, body: { error: "invalid_client", error_description: "who?" } });
  const error = await rejectionOf(() => clientCredentialsGrant(settingOf(), contextWith()));
  expect(error.what).toContain("invalid_client (who?)");
  expect(error.hint).toMatch(/client ID and secret; both basic and basic-raw/);
  expect(provider.received).toHaveLength(2);
});

it("an error that is not about the client is the error of the second attempt", async () => {
  provider.replyWith((request, response) => {
    response.writeHead(isRaw(request) ? 400 : 403);
    response.end(isRaw(request) ? '{"error":"invalid_scope"}' : "");
  });
  const error = await rejectionOf(() => clientCredentialsGrant(settingOf(), contextWith()));
  expect(error.details["error"]).toBe("invalid_scope");
});
