// The names of this machine: `localhost` and all names below it (RFC 6761 section 6.3). They are not looked up, because
// resolvers know only one of the two addresses, or none.

import { lookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

/** Whether a name is that of this machine, with or without a trailing dot. */
export const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);

const both: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Resolves names for connections. Both addresses of this machine are tried: a server may listen on either. */
export const lookupName: LookupFunction = (hostname, options, callback) => {
  if (!isLocalName(hostname)) {
    (lookup as LookupFunction)(hostname, options, callback);
    return;
  }
  const { family } = options;
  const found = family === 4 || family === 6 ? both.filter((one) => one.family === family) : both;
  const [first] = found;
  if (options.all === true) callback(null, [...found]);
  else callback(null, first?.address ?? "127.0.0.1", first?.family);
};
