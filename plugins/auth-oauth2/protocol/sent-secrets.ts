// The secrets in a request, so that none of them comes back in the text of an error.

import type { HeaderPair } from "@pictor/kernel/plugin";
import type { Fields } from "../setting.js";
import { formEncoded } from "./client-authentication.js";

const secretParameters =
  /^(?:client_secret|client_assertion|password|code|code_verifier|refresh_token|device_code|token)$/;

/** As it stands in a form, and in the path of an address. */
const spellings = (secret: string): readonly string[] => {
  // Halves of characters have no spelling in an address.
  const whole = Buffer.from(secret).toString();
  return [...new Set([secret, formEncoded(secret), encodeURIComponent(whole), encodeURI(whole)])];
};

const values = (list: Fields["tokenHeaders"]): readonly string[] => list.map(({ value }) => value);

/** The secrets of a setting, whatever is sent. */
export const settingSecrets = (fields: Fields): readonly string[] =>
  [
    fields.clientSecret,
    fields.password,
    fields.privateKey,
    ...values(fields.tokenParameters),
    ...values(fields.tokenHeaders),
  ].flatMap(spellings);

/** What the provider must not be quoted with, should it repeat the request. */
export const secretsOf = (
  fields: Fields,
  headers: readonly HeaderPair[],
  body: URLSearchParams,
): readonly string[] => [
  ...settingSecrets(fields),
  ...[
    ...[...body].filter(([name]) => secretParameters.test(name)).map(([, value]) => value),
    ...headers
      .filter(([name]) => name.toLowerCase() === "authorization")
      .map(([, value]) => value.slice(value.indexOf(" ") + 1)),
  ].flatMap(spellings),
];
