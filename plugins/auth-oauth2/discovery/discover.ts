// Discovery: requests the metadata of a provider, without credentials, and fills the settings from it.

import { PictorError } from "@pictor/kernel/plugin";
import { endpointUrl } from "../endpoint-url.js";
import { oauthFault } from "../faults.js";
import { createRedactor } from "../plain-text.js";
import { settingSecrets } from "../protocol/sent-secrets.js";
import { sendToProvider, type ProviderContext } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";
import { discoveryCandidates, type DiscoveryCandidate } from "./discovery-urls.js";
import { fillSettings, type SettingsEdit } from "./fill-settings.js";
import { readProviderMetadata, type ParsedMetadata } from "./provider-metadata.js";

const maxDocumentBytes = 524_288;

/** `unreachable`: the host did not respond, so a request for the other document would not succeed either. */
type DiscoveryResult = ParsedMetadata | { readonly kind: "unreachable"; readonly problem: string };
type DiscoveryFailure = Exclude<DiscoveryResult, { readonly kind: "valid" }> & { readonly url: string };

async function requestMetadata(
  candidate: DiscoveryCandidate,
  url: { readonly href: string; readonly shown: string },
  allowInsecure: boolean,
  context: ProviderContext,
): Promise<DiscoveryResult> {
  const request = {
    url: url.href,
    headers: { accept: "application/json" },
    purpose: "discovery",
    redirect: "same-origin",
  } as const;
  try {
    const reply = await sendToProvider(request, url.shown, context, maxDocumentBytes);
    return readProviderMetadata(reply, candidate, allowInsecure);
  } catch (error) {
    if (!(error instanceof PictorError)) throw error;
    const { reason, problem } = error.details;
    if (error.code === "AUTH_UNREACHABLE") return { kind: "unreachable", problem: String(reason) };
    if (error.code === "OAUTH_RESPONSE_INVALID") return { kind: "unusable", problem: String(problem) };
    throw error;
  }
}

/** The error if no candidate was valid; `details.asked` lists the URLs that were requested. */
function discoveryFault(issuer: string, failures: readonly DiscoveryFailure[]): PictorError {
  const asked = failures.map(({ url }) => url);
  const other = failures.find((failure) => failure.kind === "other-issuer");
  if (other !== undefined)
    return oauthFault(
      "OAUTH_ISSUER_MISMATCH",
      {
        found: other.found,
        expected: issuer,
        advice:
          "If this document is the right one, discover the issuer that it names, or fill in issuer and endpoints by hand. ",
      },
      { more: { asked } },
    );
  const reasons = failures.flatMap((failure) =>
    "problem" in failure ? [`${failure.url}: ${failure.problem}`] : [],
  );
  return oauthFault(
    "OAUTH_DISCOVERY_FAILED",
    { url: issuer, reason: reasons.join("; ") },
    { more: { asked } },
  );
}

/**
 * Finds the metadata for the address that the user entered (see `discoveryCandidates`). The requests carry no
 * credentials, so redirects to the same origin are followed; the document must still name the issuer that the address
 * means. Rejects with `AUTH_SETTING_INVALID` or `OAUTH_ENDPOINT_REFUSED` if the address cannot be requested, with
 * `OAUTH_DISCOVERY_FAILED` if there is no usable document, with `OAUTH_ISSUER_MISMATCH` if a document names another
 * issuer (OpenID Connect Discovery section 4.3, RFC 8414 section 3.3), or with the reason of `context.signal`.
 */
export async function discover(
  address: string,
  { fields }: OAuthSetting,
  context: ProviderContext,
): Promise<SettingsEdit> {
  const redact = createRedactor(settingSecrets(fields));
  const failures: DiscoveryFailure[] = [];
  let issuer = "";
  for (const candidate of discoveryCandidates(address)) {
    issuer = candidate.expectedIssuer;
    const url = endpointUrl("discoveryUrl", candidate.url, fields.allowInsecure);
    const shown = redact(url.shown);
    const result = await requestMetadata(candidate, { href: url.href, shown }, fields.allowInsecure, context);
    if (result.kind === "valid") {
      const { edit, notes } = fillSettings(result.metadata, fields, address.trim(), new URL(issuer));
      return { edit, notes: [...notes, ...url.notes] };
    }
    failures.push({ ...result, url: shown });
    if (result.kind === "unreachable") break;
  }
  throw discoveryFault(redact(issuer), failures);
}
