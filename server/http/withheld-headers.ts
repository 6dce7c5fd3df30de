// Headers of a reply that are not passed on to the client, because they concern more than the reply.

import { connectionHeaders } from "@pictor/kernel";

/**
 * Headers by which a browser changes what it keeps of the whole origin, or does more than show the reply. The origin is
 * that of this server, and what an API or a backend behind it sends is only a reply.
 */
const ofOrigin = [
  // What is stored for the origin: cookies, or everything at once; the shared storage; a sign-in.
  ...["set-cookie", "set-cookie2", "clear-site-data", "shared-storage-write", "set-login"],
  // How the origin is reached: RFC 6797, RFC 7469, RFC 7838, RFC 9163.
  ...["strict-transport-security", "public-key-pins", "public-key-pins-report-only", "expect-ct", "alt-svc"],
  // Where the browser reports what happens at the origin.
  ...["report-to", "reporting-endpoints", "nel"],
  // How far a service worker reaches, how pages share a process, what later requests say, and what they are decoded with.
  ...["service-worker-allowed", "origin-agent-cluster", "accept-ch", "critical-ch", "use-as-dictionary"],
  // Another address, at which the browser looks by itself.
  ...["refresh", "speculation-rules", "x-dns-prefetch-control"],
];

const withheld: ReadonlySet<string> = new Set([...connectionHeaders, "proxy-authenticate", ...ofOrigin]);

/** Families of such headers; those of CORS (Fetch standard) are set by this server itself. */
const families = ["access-control-", "attribution-reporting-"];

/** `name` is in lower case. */
export const isWithheld = (name: string): boolean =>
  withheld.has(name) || families.some((family) => name.startsWith(family));
