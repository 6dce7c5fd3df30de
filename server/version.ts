// The version of the server, which a release changes only in package.json.

import { readFileSync } from "node:fs";

export const readVersion = (): string => {
  const text = readFileSync(new URL("./package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
};
