// Names of members of a successful response: those of the specifications, the same in camel case, and those inside of another member.

import { isRecord } from "@pictor/kernel/plugin";
import type { Members } from "./parse-body.js";

/** Members of responses (RFC 6749 section 5.1, RFC 8628 section 3.2, RFC 9126 section 2.2) whose names have several words. */
const standardNames =
  "access_token token_type expires_in refresh_token id_token issued_token_type device_code user_code verification_uri verification_uri_complete request_uri".split(
    " ",
  );
const inCamelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The members by their standard names. Adds a note if some have names in camel case, as some providers write them. */
export function withStandardNames(members: Members, notes: string[]): Members {
  const others = standardNames.filter((name) => !members.has(name) && members.has(inCamelCase(name)));
  if (others.length === 0) return members;
  notes.push(`The provider sent ${others.map(inCamelCase).join(", ")} instead of ${others.join(", ")}.`);
  return new Map([...members, ...others.map((name) => [name, members.get(inCamelCase(name))] as const)]);
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
