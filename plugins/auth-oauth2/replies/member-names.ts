// Names of members of a successful response: those of the specifications, the other ones that providers write, and
// those inside of another member.

import { isRecord } from "@pictor/kernel/plugin";
import type { Members } from "./parse-body.js";

/** Members of responses (RFC 6749 section 5.1, RFC 8628 section 3.2, RFC 9126 section 2.2) whose names have several words. */
const standardNames =
  "access_token token_type expires_in refresh_token id_token issued_token_type device_code user_code verification_uri verification_uri_complete request_uri".split(
    " ",
  );
/** `expiresAt` for `expires_at`, as some providers write it. */
const inCamelCase = (name: string): string =>
  name.replace(/(?<=[a-z])_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** The names, each with its form in camel case after it. */
export const withCamelCase = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => [name, inCamelCase(name)])),
];

/** How providers write a name: in camel case, and with the `url` of the drafts of RFC 8628. */
function othersFor(name: string): readonly string[] {
  const ofDrafts = name.replace("verification_uri", "verification_url");
  return [inCamelCase(name), ofDrafts, inCamelCase(ofDrafts)];
}

/** Adds the members that have another name under their standard names, with a note. */
export function withStandardNames(members: Members, notes: string[]): Members {
  const isSent = (name: string): boolean => (members.get(name) ?? null) !== null;
  const renamed = standardNames.flatMap((name) => {
    const sent = isSent(name) ? undefined : othersFor(name).find(isSent);
    return sent === undefined ? [] : [{ name, sent }];
  });
  if (renamed.length === 0) return members;
  const [sent, names] = [renamed.map((one) => one.sent), renamed.map((one) => one.name)];
  notes.push(`The provider sent ${sent.join(", ")} instead of ${names.join(", ")}.`);
  return new Map([...members, ...renamed.map((one) => [one.name, members.get(one.sent)] as const)]);
}

/** The name of the member that contains the response, as the setting `wrappedResponse` would name it; not fit to be shown. */
export const wrapperOf = (members: Members): string | undefined =>
  [...members].find(
    ([, value]) =>
      isRecord(value) &&
      ["access_token", "device_code", "request_uri"].some(
        (key) => Object.hasOwn(value, key) || Object.hasOwn(value, inCamelCase(key)),
      ),
  )?.[0];
