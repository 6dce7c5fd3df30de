// The Cookie header as a list (RFC 6265 section 4.2): read tolerantly, written without touching other cookies.

import { setHeader } from "@pictor/kernel/plugin";
import type { OutgoingRequest } from "@pictor/kernel/plugin";

/** The pairs of all Cookie lines as they stand there, in their order. */
export const cookiesOf = ({ headers }: Pick<OutgoingRequest, "headers">): readonly string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === "cookie")
    .flatMap(([, line]) => line.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "");

/** The name of a pair; case-sensitive. */
export const cookieName = (pair: string): string => (pair.split("=", 1)[0] ?? "").trimEnd();

/** Sets a cookie in one Cookie line: it replaces same-named ones, and stands behind the others. */
export function setCookie(request: OutgoingRequest, name: string, value: string): OutgoingRequest {
  const others = cookiesOf(request).filter((pair) => cookieName(pair) !== name);
  return setHeader(request, "Cookie", [...others, `${name}=${value}`].join("; "));
}
