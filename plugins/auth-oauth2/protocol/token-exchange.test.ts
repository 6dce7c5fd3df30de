// Token exchange: a recorded exchange (RFC 8693 section 2), because oidc-provider does not offer this grant.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { missingFields } from "../setting.js";
import { needsNoUser } from "../tokens/renewability.js";
import {
  contextWith,
  formParametersOf,
  rejectionOf,
  settingWith,
  useFakeProvider,
} from "../testing/fake-provider.js";
import { tokenExchangeGrant } from "./token-exchange.js";

const provider = await useFakeProvider();
const type = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
const issued = { access_token: "issued", issued_token_type: type("access_token"), token_type: "Bearer" };
const settingOf = (fields: Partial<Fields> = {}) =>
  settingWith({
    grantType: "token_exchange",
    tokenUrl: `${provider.url}/token`,
    subjectToken: "CANARY-subject",
    ...fields,
  });
const exchange = (fields?: Partial<Fields>) => tokenExchangeGrant(settingOf(fields), contextWith());
const sentForm = () => Object.fromEntries(formParametersOf(provider.received[0]!));

describe("a token exchange", () => {
  it("sends subject, actor, requested type, audience, resource and scope (section 2.1)", async () => {
    provider.replyWith({ body: issued });
    const response = await exchange({
      actorToken: " CANARY-actor\n",
      actorTokenType: type("jwt"),
      requestedTokenType: type("access_token"),
      audience: "backend",
      resource: ["https://api.example/"],
      scopes: "images:read",
    });
    expect(sentForm()).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      client_id: "my-client",
      subject_token: "CANARY-subject",
      subject_token_type: type("access_token"),
      actor_token: "CANARY-actor",
      actor_token_type: type("jwt"),
      requested_token_type: type("access_token"),
      audience: "backend",
      resource: "https://api.example/",
      scope: "images:read",
    });
    const issuedTokenType = type("access_token");
    expect(response).toMatchObject({ accessToken: "issued", issuedTokenType, notes: [] });
  });

  it("sends no type of an actor without its token, and no client if there is none", async () => {
    provider.replyWith({ body: issued });
    await exchange({ clientId: "", subjectTokenType: type("jwt") });
    expect(Object.keys(sentForm()).sort()).toEqual(["grant_type", "subject_token", "subject_token_type"]);
    expect(sentForm()["subject_token_type"]).toBe(type("jwt"));
  });

  it.each([
    ["another type", { ...issued, issued_token_type: type("jwt") }, "instead of the requested one"],
    ["no type", { ...issued, issued_token_type: undefined }, "does not say of which type"],
  ])("notes %s than the requested one", async (_situation, body, note) => {
    provider.replyWith({ body });
    const { notes } = await exchange({ requestedTokenType: type("access_token") });
    expect(notes).toEqual([expect.stringContaining(note)]);
  });

  it("does not let an extra parameter replace a token", async () => {
    const error = await rejectionOf(() =>
      exchange({ tokenParameters: [{ name: "subject_token", value: "other" }] }),
    );
    expect(error.code).toBe("AUTH_SETTING_INVALID");
    expect(provider.received).toEqual([]);
  });
});

it("the grant needs a subject token and no user", () => {
  expect(missingFields(settingOf({ subjectToken: " ", tokenUrl: "" }))).toEqual(["tokenUrl", "subjectToken"]);
  expect(missingFields(settingOf({ clientId: "" }))).toEqual([]);
  expect(needsNoUser(settingOf())).toBe(true);
});
