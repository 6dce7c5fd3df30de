// How the client proves who it is at the provider's endpoints: exactly one method per request (RFC 6749 section 2.3).

import { ClientSecretJwt, ClientSecretPost, modifyAssertion, None, PrivateKeyJwt } from "oauth4webapi";
import type { ClientAuth } from "oauth4webapi";
import type { Fields } from "../setting.js";
import { assertionKey } from "./assertion-key.js";
import { invalid } from "./invalid.js";

export type Method = Exclude<Fields["clientAuthentication"], "auto">;

/** `application/x-www-form-urlencoded` (RFC 6749 appendix B): a space is `+`, and `*-._` stay. */
export const formEncoded = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);

/** In our order of preference; a method fits when its credential is filled in. */
const announced = [
  ["private_key_jwt", "private_key_jwt", "privateKey"],
  ["client_secret_basic", "basic", "clientSecret"],
  ["client_secret_post", "post", "clientSecret"],
  ["client_secret_jwt", "client_secret_jwt", "clientSecret"],
] as const;

/**
 * The method in use. `auto` takes the first announced one that fits what is filled in, else Basic with a secret, else
 * none. A password method without a secret is a public client's: none.
 */
export function clientMethod(fields: Fields): Method {
  const { clientAuthentication: chosen, clientSecret } = fields;
  if (chosen === "auto") {
    const names = fields.clientAuthenticationMethods.split(/\s+/);
    const fitting = announced.find(([name, , field]) => names.includes(name) && fields[field] !== "");
    return fitting?.[1] ?? (clientSecret === "" ? "none" : "basic");
  }
  const needsSecret = chosen === "basic" || chosen === "basic-raw" || chosen === "post";
  return needsSecret && clientSecret === "" ? "none" : chosen;
}

const basic =
  (username: string, password: string): ClientAuth =>
  (_server, _client, _body, headers) => {
    headers.set(
      "authorization",
      `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`,
    );
  };

function rawBasic({ clientId, clientSecret }: Fields): ClientAuth {
  // The first colon ends the id (RFC 7617 section 2): with one inside, another client would be meant.
  if (clientId.includes(":")) throw invalid("clientId", "it holds a colon, which basic-raw cannot send");
  return basic(clientId, clientSecret);
}

async function privateKeyJwt(fields: Fields): Promise<ClientAuth> {
  const key = await assertionKey(fields.privateKey, fields.algorithm);
  if ("problem" in key) throw invalid("privateKey", key.problem);
  const kid = fields.keyId === "" ? {} : { kid: fields.keyId };
  return PrivateKeyJwt(
    { key: key.key, ...kid },
    {
      // The library writes Ed25519 (RFC 9864); servers know the setting's name EdDSA (RFC 8037).
      [modifyAssertion]: (header) => {
        header["alg"] = fields.algorithm;
      },
    },
  );
}

/**
 * The setting's method for the protocol library. Assertions (RFC 7523 section 3) are for the issuer alone, or for the
 * token URL where none is known, live for 60 seconds and carry a fresh `jti`. Throws `AUTH_SETTING_INVALID`, which
 * names the field.
 */
export async function clientAuthentication(fields: Fields): Promise<ClientAuth> {
  const { clientId, clientSecret } = fields;
  for (const field of ["clientId", "clientSecret"] as const) {
    if (/\p{Surrogate}/u.test(fields[field])) throw invalid(field, "it holds half of a character");
  }
  switch (clientMethod(fields)) {
    case "basic":
      return basic(formEncoded(clientId), formEncoded(clientSecret));
    case "basic-raw":
      return rawBasic(fields);
    case "post":
      return ClientSecretPost(clientSecret);
    case "private_key_jwt":
      return privateKeyJwt(fields);
    case "client_secret_jwt":
      if (clientSecret === "")
        throw invalid("clientSecret", "it is empty, and client_secret_jwt signs with it");
      return ClientSecretJwt(clientSecret);
    case "none":
      return None();
  }
}
