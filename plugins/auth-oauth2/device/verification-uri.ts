// The page where the user confirms a device code: how it is shown, and whether it belongs to the provider.

import { bareHost } from "@pictor/kernel/plugin";
import type { DeviceAuthorization } from "../protocol/device-grant.js";

type VerificationUris = Pick<DeviceAuthorization, "verificationUri" | "verificationUriComplete">;

const parsed = (uri: string | undefined): URL | undefined =>
  uri !== undefined && URL.canParse(uri) ? new URL(uri) : undefined;

/** Host and port, with letters beyond ASCII in Punycode. */
export const hostOf = (uri: string): string => new URL(uri).host;

/**
 * The part of a host name that one owner registers: two labels, or three below a suffix such as co.uk. This is an
 * approximation without the public suffix list, which is enough for a warning. An IP address counts as one site.
 */
function siteOf(hostname: string): string {
  if (/^\[|^[\d.]+$/.test(hostname)) return hostname;
  const labels = bareHost(hostname).split(".");
  const hasSharedSuffix = /^[a-z]{1,3}\.[a-z]{2}$/.test(labels.slice(-2).join("."));
  return labels.slice(hasSharedSuffix ? -3 : -2).join(".");
}

/**
 * A warning if the user code is to be entered on a site to which no URL of the provider belongs (RFC 8628 section 5.4).
 * Some providers do that, so the user decides. Blank and invalid `providerUrls` are skipped.
 */
export function foreignSiteWarnings(
  { verificationUri, verificationUriComplete }: VerificationUris,
  providerUrls: readonly string[],
): readonly string[] {
  const providers = providerUrls.map(parsed).filter((url) => url !== undefined);
  const sites = new Set(providers.map(({ hostname }) => siteOf(hostname)));
  const foreign = [verificationUri, verificationUriComplete]
    .map(parsed)
    .find((url) => url !== undefined && !sites.has(siteOf(url.hostname)));
  const [provider] = providers;
  if (foreign === undefined || provider === undefined) return [];
  return [
    `The page to confirm the code is on ${foreign.host}, which is not a site of the provider (${provider.host}). Continue only if you trust it.`,
  ];
}
