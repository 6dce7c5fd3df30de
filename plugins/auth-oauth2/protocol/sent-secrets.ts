// Lists the secrets of a request in every encoding in which a provider could echo them, for redaction.

import { headerValues, type HeaderPair } from "@pictor/kernel/plugin";
import type { Fields } from "../setting.js";
import { formEncode } from "./client-authentication.js";

const secretParameters =
  /^(?:client_secret|client_assertion|password|code|code_verifier|refresh_token|device_code|token|assertion|subject_token|actor_token|state)$/;

/** A secret as plain text, form-encoded, percent-encoded, and in a JSON string. */
const spellings = (secret: string): readonly string[] => {
  // A lone surrogate has no percent-encoding; the round trip through bytes replaces it.
  const encodable = Buffer.from(secret).toString();
  const inUrls = [formEncode(secret), encodeURIComponent(encodable), encodeURI(encodable)];
  return [...new Set([secret, ...inUrls, JSON.stringify(secret).slice(1, -1)])];
};

const valuesOf = (list: Fields["tokenHeaders"]): readonly string[] => list.map(({ value }) => value);

/** The secrets in the settings, even if they are not sent. */
export const settingSecrets = (fields: Fields): readonly string[] =>
  [
    fields.clientSecret,
    fields.password,
    fields.privateKey,
    fields.subjectToken,
    fields.actorToken,
    fields.assertion,
    fields.assertionKey,
    ...valuesOf(fields.tokenParameters),
    ...valuesOf(fields.tokenHeaders),
  ].flatMap(spellings);

/** The secrets in the settings and in one request. */
export const sentSecrets = (
  fields: Fields,
  headers: readonly HeaderPair[],
  body: URLSearchParams,
): readonly string[] => [
  ...settingSecrets(fields),
  ...[
    ...[...body].filter(([name]) => secretParameters.test(name)).map(([, value]) => value),
    ...headerValues(headers, "Authorization").map((value) => value.slice(value.indexOf(" ") + 1)),
  ].flatMap(spellings),
];
