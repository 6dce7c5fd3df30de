// The headers of a request to the provider: those of the protocol, and those from the settings.

import { connectionHeaders, type HeaderPair } from "@pictor/kernel/plugin";
import { invalidSetting } from "../faults.js";
import type { Fields } from "../setting.js";

/**
 * Headers that the request itself sets. Another Authorization would be a second client authentication (RFC 6749 section
 * 2.3), another DPoP a proof of another key.
 */
const isReserved = (name: string): boolean =>
  connectionHeaders.has(name.toLowerCase()) || /^(?:authorization|dpop|content-\w+|host)$/i.test(name);

/** The library names itself in its headers; the kernel names Pictor. */
export const withoutLibraryName = (headers: Readonly<Record<string, string>>): readonly HeaderPair[] =>
  Object.entries(headers).filter(([name]) => name.toLowerCase() !== "user-agent");

/** `tokenHeaders` replace protocol headers of the same name. Throws `AUTH_SETTING_INVALID` for a reserved header. */
export function requestHeaders(
  { tokenHeaders }: Fields,
  protocolHeaders: Readonly<Record<string, string>>,
): HeaderPair[] {
  const added = tokenHeaders.filter(({ name, value }) => name !== "" && value !== "");
  const reserved = added.find(({ name }) => isReserved(name))?.name.toLowerCase();
  if (reserved === "content-type")
    throw invalidSetting("tokenHeaders", "the setting tokenRequestFormat decides about Content-Type");
  if (reserved !== undefined)
    throw invalidSetting("tokenHeaders", "one of them is set by the request itself");
  const names = new Set(added.map(({ name }) => name.toLowerCase()));
  return [
    ...withoutLibraryName(protocolHeaders).filter(([name]) => !names.has(name.toLowerCase())),
    ...added.map(({ name, value }): HeaderPair => [name, value]),
  ];
}
