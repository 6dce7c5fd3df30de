// The headers of a request to the provider: the protocol's, and what the setting adds.

import type { HeaderPair } from "@pictor/kernel/plugin";
import type { Fields } from "../setting.js";
import { invalid } from "./invalid.js";

/** What the request answers for itself; another client authentication would be a second one (RFC 6749 section 2.3). */
const ownHeaders = /^(?:authorization|content-\w+|transfer-encoding|host|connection)$/i;

/** The library's headers and the setting's, which take the place of those of the same name. Throws `AUTH_SETTING_INVALID`. */
export function headersOf({ tokenHeaders }: Fields, written: Readonly<Record<string, string>>): HeaderPair[] {
  const added = tokenHeaders.filter(({ name, value }) => name !== "" && value !== "");
  if (added.some(({ name }) => ownHeaders.test(name))) {
    throw invalid("tokenHeaders", "one of them is written by the request itself");
  }
  const names = new Set(added.map(({ name }) => name.toLowerCase()));
  return [
    ...Object.entries(written).filter(([name]) => !names.has(name.toLowerCase())),
    ...added.map(({ name, value }): HeaderPair => [name, value]),
  ];
}
