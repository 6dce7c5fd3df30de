// Client authentication at the provider's endpoints: exactly one method per request (RFC 6749 section 2.3).

import {
  ClientSecretJwt,
  ClientSecretPost,
  modifyAssertion,
  None,
  PrivateKeyJwt,
  TlsClientAuth,
} from "oauth4webapi";
import type { ClientAuth, ModifyAssertionFunction } from "oauth4webapi";
import { readSigningKey } from "@pictor/signing-keys";
import { invalidSetting } from "../faults.js";
import type { Fields } from "../setting.js";

export type ClientAuthenticationMethod = Exclude<Fields["clientAuthentication"], "auto">;

/** `application/x-www-form-urlencoded` (RFC 6749 appendix B): a space becomes `+`; `*-._` stay as they are. */
export const formEncode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);

/** Whether the client authenticates with the certificate of its TLS connection (RFC 8705 section 2). */
export const usesCertificate = ({ clientAuthentication }: Fields): boolean =>
  clientAuthentication === "tls_client_auth" || clientAuthentication === "self_signed_tls_client_auth";

/** The name in provider metadata, the name in the settings, and the required field of each method, in order of preference. */
const announcedMethods = [
  ["private_key_jwt", "private_key_jwt", "privateKey"],
  ["client_secret_basic", "basic", "clientSecret"],
  ["client_secret_post", "post", "clientSecret"],
  ["client_secret_jwt", "client_secret_jwt", "clientSecret"],
] as const;

/**
 * The method in use. `auto` selects the first announced method whose field is set, otherwise Basic with a secret and none
 * without one. A method that needs a secret becomes `none` for a public client, which has no secret.
 */
export function clientAuthenticationMethod(fields: Fields): ClientAuthenticationMethod {
  const { clientAuthentication: chosen, clientSecret } = fields;
  if (chosen === "auto") {
    const announced = fields.clientAuthenticationMethods.split(/\s+/);
    const usable = announcedMethods.find(
      ([name, , field]) => announced.includes(name) && fields[field] !== "",
    );
    return usable?.[1] ?? (clientSecret === "" ? "none" : "basic");
  }
  const needsSecret = chosen === "basic" || chosen === "basic-raw" || chosen === "post";
  return needsSecret && clientSecret === "" ? "none" : chosen;
}

/** Whether `basic` sends other bytes than `basic-raw`. */
export const isFormEncoded = ({ clientId, clientSecret }: Fields): boolean =>
  [clientId, clientSecret].some((text) => formEncode(text) !== text);

/**
 * Under `auto`, the method to try after Basic was refused: without form encoding, which many servers do not decode, or in
 * the body, unless the provider announced that it does not accept that. Undefined for any other setting.
 */
export function otherAuthenticationMethod(fields: Fields): ClientAuthenticationMethod | undefined {
  if (fields.clientAuthentication !== "auto" || clientAuthenticationMethod(fields) !== "basic")
    return undefined;
  if (isFormEncoded(fields) && !fields.clientId.includes(":")) return "basic-raw";
  const announced = fields.clientAuthenticationMethods.trim();
  return announced === "" || announced.split(/\s+/).includes("client_secret_post") ? "post" : undefined;
}

const basic =
  (username: string, password: string): ClientAuth =>
  (_server, _client, _body, headers) => {
    const credentials = Buffer.from(`${username}:${password}`, "utf8").toString("base64");
    headers.set("authorization", `Basic ${credentials}`);
  };

function rawBasic({ clientId, clientSecret }: Fields): ClientAuth {
  // The first colon ends the user-id (RFC 7617 section 2), so the server would read another client id.
  if (clientId.includes(":"))
    throw invalidSetting("clientId", "it contains a colon, which basic-raw cannot send");
  return basic(clientId, clientSecret);
}

/** Names the token URL as the audience of an assertion, if the setting says so; the library names the issuer. */
const withAudience =
  ({ clientAssertionAudience, tokenUrl }: Fields): ModifyAssertionFunction =>
  (_header, claims) => {
    if (clientAssertionAudience === "token_endpoint") claims["aud"] = tokenUrl.trim();
  };

async function privateKeyJwt(fields: Fields): Promise<ClientAuth> {
  const read = await readSigningKey(fields.privateKey, fields.algorithm);
  if ("problem" in read) throw invalidSetting("privateKey", read.problem);
  const keyId = fields.keyId || read.keyId;
  return PrivateKeyJwt(
    { key: read.key, ...(keyId === undefined ? {} : { kid: keyId }) },
    {
      [modifyAssertion]: (header, claims) => {
        // The library writes Ed25519 (RFC 9864), but servers know the older name EdDSA (RFC 8037).
        header["alg"] = fields.algorithm;
        withAudience(fields)(header, claims);
      },
    },
  );
}

/** A key in PEM or a JWK is no shared secret: anybody could sign with a public key (RFC 8725 section 3.1). */
const isKey = (secret: string): boolean =>
  secret.includes("-----BEGIN ") || /^\s*\{.*"kty"\s*:/s.test(secret);

/**
 * The configured method for oauth4webapi. Assertions (RFC 7523 section 3) name the issuer as their audience, or the token
 * URL while no issuer is known, or if the setting says so. The issuer is the same for all endpoints of a provider and for no
 * other provider, so a provider cannot present an assertion elsewhere. Assertions expire after 60 seconds and have a new `jti`
 * each time. Throws `AUTH_SETTING_INVALID`, which names the field.
 */
export async function resolveClientAuth(fields: Fields): Promise<ClientAuth> {
  const { clientId, clientSecret } = fields;
  for (const field of ["clientId", "clientSecret"] as const) {
    if (/\p{Surrogate}/u.test(fields[field]))
      throw invalidSetting(field, "it contains half of a Unicode character (a lone surrogate)");
  }
  const method = clientAuthenticationMethod(fields);
  if (clientId === "") {
    if (method !== "none") throw invalidSetting("clientId", `it is empty, but ${method} needs it`);
    return () => undefined;
  }
  switch (method) {
    case "basic":
      return basic(formEncode(clientId), formEncode(clientSecret));
    case "basic-raw":
      return rawBasic(fields);
    case "post":
      return ClientSecretPost(clientSecret);
    case "private_key_jwt":
      return privateKeyJwt(fields);
    case "client_secret_jwt":
      if (clientSecret === "")
        throw invalidSetting("clientSecret", "it is empty, but client_secret_jwt signs with it");
      if (isKey(clientSecret))
        throw invalidSetting("clientSecret", "it is a key, but client_secret_jwt signs with a shared secret");
      return ClientSecretJwt(clientSecret, { [modifyAssertion]: withAudience(fields) });
    case "tls_client_auth":
    case "self_signed_tls_client_auth":
      return TlsClientAuth();
    case "none":
      return None();
  }
}
