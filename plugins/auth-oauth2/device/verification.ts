// The address where a person confirms a device code: what of it may be opened, and whether it looks foreign.

import type { DeviceAnswer } from "../protocol/types.js";

type Addresses = Pick<DeviceAnswer, "verificationUri" | "verificationUriComplete">;

const parsed = (address: string | undefined): URL | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address) : undefined;

/** Browsers run `javascript:` and open `file:`; a user name in front of the host is there to mislead. */
const isOpenable = ({ protocol, username, password }: URL): boolean =>
  (protocol === "https:" || protocol === "http:") && username === "" && password === "";

/** What the browser is sent to: with the code filled in where the provider offers that (RFC 8628 section 3.3.1). */
export function addressToOpen({ verificationUri, verificationUriComplete }: Addresses): string | undefined {
  return [verificationUriComplete, verificationUri]
    .map(parsed)
    .find((address) => address !== undefined && isOpenable(address))?.href;
}

/** Host and port, with foreign letters in their ASCII form; the address itself where it has none. */
export const shownHost = (address: string): string => parsed(address)?.host || address;

/**
 * The part of a host's name that one owner holds: two labels, or three below a suffix such as co.uk. A rule of thumb
 * without the list of public suffixes; it decides about a hint only. An IP address is a site of its own.
 */
function siteOf(hostname: string): string {
  if (/^\[|^[\d.]+$/.test(hostname)) return hostname;
  const labels = hostname.replace(/\.$/, "").split(".");
  const isSharedSuffix = /^[a-z]{1,3}\.[a-z]{2}$/.test(labels.slice(-2).join("."));
  return labels.slice(isSharedSuffix ? -3 : -2).join(".");
}

/**
 * A warning when the code is to be typed in at a site that none of the provider's own addresses belongs to
 * (RFC 8628 section 5.4). Some providers do that, so it is for the person to judge.
 */
export function foreignSiteNotes(
  { verificationUri, verificationUriComplete }: Addresses,
  providerUrls: readonly string[],
): readonly string[] {
  const providers = providerUrls.map(parsed).filter((address) => address !== undefined);
  const sites = new Set(providers.map(({ hostname }) => siteOf(hostname)));
  const foreign = [verificationUri, verificationUriComplete]
    .map(parsed)
    .find((address) => address !== undefined && !sites.has(siteOf(address.hostname)));
  const [provider] = providers;
  if (foreign === undefined || provider === undefined) return [];
  return [
    `The code is to be confirmed at ${foreign.host}, another site than the provider's (${provider.host}); go on only if you trust it.`,
  ];
}
