// Reads and writes the Cookie header (RFC 6265 section 4.2) without changing other cookies.

import { headerValues, setHeader } from "@pictor/kernel/plugin";
import type { OutgoingRequest } from "@pictor/kernel/plugin";

/** The pairs `name=value` of all Cookie headers, unparsed and in their order. */
export const cookiesOf = ({ headers }: Pick<OutgoingRequest, "headers">): readonly string[] =>
  headerValues(headers, "Cookie")
    .flatMap((line) => line.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "");

/** The name of a pair; case-sensitive. */
export const cookieName = (pair: string): string => (pair.split("=", 1)[0] ?? "").trimEnd();

/** Joins all cookies into one Cookie header, with the new one last and without others of its name. */
export function setCookie(request: OutgoingRequest, name: string, value: string): OutgoingRequest {
  const others = cookiesOf(request).filter((pair) => cookieName(pair) !== name);
  return setHeader(request, "Cookie", [...others, `${name}=${value}`].join("; "));
}
