// Headers of a reply that are not passed on to the client, because they affect more than the reply.

import { connectionHeaders } from "@pictor/kernel";

/**
 * Headers by which a browser changes what it stores for the whole origin, or does more than show the reply. The origin
 * is that of this server, but what an API or a backend behind it sends is only one reply.
 */
const ofOrigin = [
  // What is stored for the origin: cookies, or everything at once; the shared storage; a sign-in.
  ...["set-cookie", "set-cookie2", "clear-site-data", "shared-storage-write", "set-login"],
  // How the origin is reached: RFC 6797, RFC 7469, RFC 7838, RFC 9163.
  ...["strict-transport-security", "public-key-pins", "public-key-pins-report-only", "expect-ct", "alt-svc"],
  // Where the browser reports what happens at the origin.
  ...["report-to", "reporting-endpoints", "nel"],
  // The scope of a service worker, how pages share a process, which headers later requests have, and how they are decoded.
  ...["service-worker-allowed", "origin-agent-cluster", "accept-ch", "critical-ch", "use-as-dictionary"],
  // Another address, which the browser loads by itself.
  ...["refresh", "speculation-rules", "x-dns-prefetch-control"],
];

const withheld: ReadonlySet<string> = new Set([...connectionHeaders, "proxy-authenticate", ...ofOrigin]);

/** Families of such headers; those of CORS (Fetch standard) are set by this server itself. */
const families = ["access-control-", "attribution-reporting-"];

/** `name` is in lower case. */
export const isWithheld = (name: string): boolean =>
  withheld.has(name) || families.some((family) => name.startsWith(family));
