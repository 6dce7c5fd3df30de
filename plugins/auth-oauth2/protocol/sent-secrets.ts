// The secrets in a request, so that none of them comes back in the text of an error.

import type { HeaderPair } from "@pictor/kernel/plugin";
import type { Fields } from "../setting.js";
import { formEncoded } from "./client-authentication.js";

const secretParameters =
  /^(?:client_secret|client_assertion|password|code|code_verifier|refresh_token|device_code|token)$/;

/** What the provider must not be quoted with, should it repeat the request. */
export const secretsOf = (
  fields: Fields,
  headers: readonly HeaderPair[],
  body: URLSearchParams,
): readonly string[] =>
  [
    fields.clientSecret,
    fields.password,
    ...[...body].filter(([name]) => secretParameters.test(name)).map(([, value]) => value),
    ...headers
      .filter(([name]) => name.toLowerCase() === "authorization")
      .map(([, value]) => value.slice(value.indexOf(" ") + 1)),
  ].flatMap((secret) => [secret, formEncoded(secret)]);
