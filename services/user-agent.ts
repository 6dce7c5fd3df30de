// How Pictor names itself to servers (RFC 9110 section 10.1.5). Some refuse requests without a name.

import { readFileSync } from "node:fs";

let text: string | undefined;

/** `pictor/VERSION (+HOMEPAGE)`, from the package.json that a release changes; read once in a process. */
export function userAgent(): string {
  if (text !== undefined) return text;
  const { version, homepage } = JSON.parse(
    readFileSync(new URL("./package.json", import.meta.url), "utf8"),
  ) as { readonly version: string; readonly homepage?: string };
  return (text = `pictor/${version}${homepage === undefined ? "" : ` (+${homepage})`}`);
}
