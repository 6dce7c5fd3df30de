// How Pictor names itself to servers (RFC 9110 section 10.1.5). Some refuse requests without a name.

import { readFileSync } from "node:fs";

interface Package {
  readonly version?: string;
  readonly homepage?: string;
}
let text: string | undefined;

/** The package.json that a release changes; nothing in a program that was bundled without it. */
function readPackage(): Package {
  try {
    return JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")) as Package;
  } catch {
    return {};
  }
}

/** `pictor/VERSION (+HOMEPAGE)`, read once in a process. */
export function userAgent(): string {
  if (text !== undefined) return text;
  const { version, homepage } = readPackage();
  const name = version === undefined ? "pictor" : `pictor/${version}`;
  return (text = homepage === undefined ? name : `${name} (+${homepage})`);
}
