// Client authentication: the bytes of each method, the choice of `auto`, and settings that are not accepted.

import { createVerify } from "node:crypto";
import { rsaKeys } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { clientAuthenticationMethod } from "./client-authentication.js";
import { clientCredentialsGrant, refreshTokenGrant } from "./grants.js";
import {
  rejectionOf,
  useFakeProvider,
  formParametersOf,
  nowMs,
  printed,
  settingWith,
  contextWith,
} from "../testing/fake-provider.js";

const provider = await useFakeProvider();
provider.replyWith({ body: { access_token: "t", token_type: "Bearer" } });

async function requestWith(fields: Partial<Fields>) {
  await clientCredentialsGrant(settingWith({ tokenUrl: `${provider.url}/token`, ...fields }), contextWith());
  const received = provider.received.at(-1)!;
  const form = Object.fromEntries(formParametersOf(received));
  return { authorization: received.headers.authorization, body: received.body, form };
}
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("Basic", () => {
  it.each([
    ["plain letters", "id", "secret", "id:secret"],
    ["characters that stay as they are", "my-client_1.0*", "a-b_c.d*", "my-client_1.0*:a-b_c.d*"],
    ["a space, a colon, a percent sign, a plus", "a b:c", "100%+x", "a+b%3Ac:100%25%2Bx"],
    ["characters that encodeURIComponent does not encode", "!~'()", "~", "%21%7E%27%28%29:%7E"],
    ["letters beyond ASCII", "ü", "名", "%C3%BC:%E5%90%8D"],
  ])("form-encodes %s", async (_situation, clientId, clientSecret, pair) => {
    const { authorization, body } = await requestWith({
      clientId,
      clientSecret,
      clientAuthentication: "basic",
    });
    expect(authorization).toBe(`Basic ${base64(pair)}`);
    expect(body).toBe("grant_type=client_credentials");
  });

  it("is not encoded with basic-raw", async () => {
    const { authorization, body } = await requestWith({
      clientId: "a b",
      clientSecret: "p%:ü",
      clientAuthentication: "basic-raw",
    });
    expect(authorization).toBe(`Basic ${base64("a b:p%:ü")}`);
    expect(body).toBe("grant_type=client_credentials");
  });
});

describe("the body", () => {
  it("contains the secret unchanged with post", async () => {
    const { authorization, form } = await requestWith({
      clientId: "a b",
      clientSecret: " s+%& ",
      clientAuthentication: "post",
    });
    expect(authorization).toBeUndefined();
    expect(form).toEqual({ grant_type: "client_credentials", client_id: "a b", client_secret: " s+%& " });
  });

  it.each(["auto", "none", "basic", "basic-raw", "post"] as const)(
    "contains only the client id for a public client (%s)",
    async (clientAuthentication) => {
      const { authorization, form } = await requestWith({ clientAuthentication });
      expect(authorization).toBeUndefined();
      expect(form).toEqual({ grant_type: "client_credentials", client_id: "my-client" });
    },
  );

  it("contains no secret with none", async () => {
    const { authorization, body } = await requestWith({
      clientSecret: "CANARY",
      clientAuthentication: "none",
    });
    expect([authorization, body.includes("CANARY")]).toEqual([undefined, false]);
  });
});

it("a refresh authenticates the client too", async () => {
  const confidential = settingWith({ tokenUrl: `${provider.url}/token`, clientSecret: "s" });
  await refreshTokenGrant(confidential, "r", contextWith());
  expect(provider.received[0]!.headers.authorization).toBe(`Basic ${base64("my-client:s")}`);
});

describe("auto selects a method:", () => {
  const [key, secret] = [{ privateKey: "k" }, { clientSecret: "s" }];
  const both = { ...key, ...secret };
  it.each<[string, Partial<Fields>, string, string]>([
    ["no announced method, a secret", secret, "", "basic"],
    ["no announced method, no secret", {}, "", "none"],
    ["no announced method, a key", key, "", "none"],
    ["post announced", secret, "client_secret_post", "post"],
    ["both announced", secret, "client_secret_post client_secret_basic", "basic"],
    ["assertions announced, a secret", secret, "private_key_jwt", "basic"],
    ["assertions announced, both", both, "client_secret_basic private_key_jwt", "private_key_jwt"],
    ["client_secret_jwt announced", secret, "client_secret_jwt", "client_secret_jwt"],
    ["methods announced, neither key nor secret", {}, "client_secret_basic client_secret_post", "none"],
    ["none announced, a secret", secret, "none", "basic"],
    ["an unknown method announced", secret, "tls_client_auth", "basic"],
  ])("%s", (_situation, fields, clientAuthenticationMethods, method) => {
    const setting = settingWith({ ...fields, clientAuthenticationMethods });
    expect(clientAuthenticationMethod(setting.fields)).toBe(method);
  });

  it("never selects basic-raw", async () => {
    const { authorization } = await requestWith({ clientSecret: "a b" });
    expect(authorization).toBe(`Basic ${base64("my-client:a+b")}`);
  });
});

describe("client assertions", () => {
  const rsa = rsaKeys();
  const privateKey = rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  async function assertion(fields: Partial<Fields>) {
    const { authorization, form } = await requestWith({ clientAuthentication: "private_key_jwt", ...fields });
    expect(authorization).toBeUndefined();
    expect(form["client_assertion_type"]).toBe(type);
    expect(Object.keys(form)).not.toContain("client_secret");
    const [header = "", claims = "", signature = ""] = form["client_assertion"]!.split(".");
    const json = (part: string) =>
      JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
    return {
      header: json(header),
      claims: json(claims),
      signed: `${header}.${claims}`,
      signature: Buffer.from(signature, "base64url"),
    };
  }

  it("name the issuer as audience, expire after 60 seconds and have unique ids", async () => {
    const fields = { privateKey, keyId: "k1", issuer: "https://as.example" };
    const [first, second] = [await assertion(fields), await assertion(fields)];
    expect(first.header).toEqual({ alg: "RS256", kid: "k1" });
    expect(first.claims).toMatchObject({ iss: "my-client", sub: "my-client", aud: "https://as.example" });
    expect(first.claims["exp"]).toBe((first.claims["iat"] as number) + 60);
    expect(Math.abs((first.claims["iat"] as number) * 1_000 - nowMs)).toBeLessThanOrEqual(1_000);
    expect(first.claims["jti"]).not.toBe(second.claims["jti"]);
    expect(createVerify("sha256").update(first.signed).verify(rsa.publicKey, first.signature)).toBe(true);
  });

  it("name the token URL as audience if no issuer is configured", async () => {
    const { header, claims } = await assertion({ privateKey });
    expect([header, claims["aud"]]).toEqual([{ alg: "RS256" }, `${provider.url}/token`]);
  });

  it("are signed with the client secret, which is not sent", async () => {
    const { header } = await assertion({
      clientAuthentication: "client_secret_jwt",
      clientSecret: "CANARY-CANARY",
    });
    expect(header).toEqual({ alg: "HS256" });
    expect(provider.received[0]!.body).not.toContain("CANARY");
  });

  it.each<[string, Partial<Fields>, string?]>([
    ["no key", { privateKey: " " }],
    ["text that is not a key", { privateKey: "CANARY" }],
    ["no secret to sign with", { clientAuthentication: "client_secret_jwt" }, "clientSecret"],
    [
      "a colon in the client id with basic-raw",
      { clientAuthentication: "basic-raw", clientId: "CANARY:x", clientSecret: "s" },
      "clientId",
    ],
    ["a lone surrogate", { clientAuthentication: "post", clientSecret: "CANARY\ud83d" }, "clientSecret"],
    ["no client id", { clientId: "" }, "clientId"],
  ])(
    "%s is an error that names the field without its value",
    async (_situation, fields, field = "privateKey") => {
      const given = { clientAuthentication: "private_key_jwt", ...fields } as const;
      const error = await rejectionOf(() => requestWith(given));
      expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", `oauth2.${field}`]);
      expect(printed(error)).not.toMatch(/CANARY|BEGIN/);
      expect(provider.received).toEqual([]);
    },
  );
});
