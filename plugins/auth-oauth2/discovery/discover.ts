// Discovery: asks a provider to describe itself, and says what that changes in a setting. Sends no credentials.

import { PictorError } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import { endpointUrl } from "../protocol/endpoint-url.js";
import { hider } from "../protocol/plain-text.js";
import { settingSecrets } from "../protocol/sent-secrets.js";
import type { Wire } from "../protocol/types.js";
import { exchange } from "../protocol/wire.js";
import type { OAuthSetting } from "../setting.js";
import { readDocument } from "./document.js";
import type { Reading } from "./document.js";
import { fill } from "./fill.js";
import type { Filling } from "./fill.js";
import { candidates } from "./input.js";
import type { Candidate } from "./input.js";

const maxDocumentBytes = 524_288;

/** `silent`: the host did not answer at all, so there is no point in asking it for the other document. */
type Attempt = Reading | { readonly kind: "silent"; readonly problem: string };
type Failure = Exclude<Attempt, { readonly kind: "valid" }> & { readonly url: string };

async function attempt(
  candidate: Candidate,
  url: { readonly href: string; readonly shown: string },
  allowInsecure: boolean,
  wire: Wire,
): Promise<Attempt> {
  const request = { url: url.href, headers: { accept: "application/json" }, purpose: "discovery" } as const;
  try {
    const reply = await exchange(request, url.shown, wire, maxDocumentBytes);
    return readDocument(reply, candidate, allowInsecure);
  } catch (error) {
    if (!(error instanceof PictorError)) throw error;
    const { reason, problem } = error.details;
    if (error.code === "AUTH_UNREACHABLE") return { kind: "silent", problem: String(reason) };
    if (error.code === "OAUTH_RESPONSE_INVALID") return { kind: "unusable", problem: String(problem) };
    throw error;
  }
}

function failed(issuer: string, failures: readonly Failure[]): PictorError {
  const asked = failures.map(({ url }) => url);
  const other = failures.find((failure) => failure.kind === "other-issuer");
  if (other !== undefined) {
    return oauthFault("OAUTH_ISSUER_MISMATCH", { found: other.found, expected: issuer }, { more: { asked } });
  }
  const told = failures.flatMap((failure) =>
    "problem" in failure ? [`${failure.url}: ${failure.problem}`] : [],
  );
  return oauthFault("OAUTH_DISCOVERY_FAILED", { url: issuer, reason: told.join("; ") }, { more: { asked } });
}

/**
 * Finds a provider by what the person typed (see `candidates`) and says what to write into the setting, and why.
 * Rejects with `AUTH_SETTING_INVALID` or `OAUTH_ENDPOINT_REFUSED` when that cannot be asked, `OAUTH_DISCOVERY_FAILED`
 * when nothing usable is found, `OAUTH_ISSUER_MISMATCH` when somebody else answers (OpenID Connect Discovery section
 * 4.3, RFC 8414 section 3.3), or the signal's reason. Redirects are told, not followed.
 */
export async function discover(text: string, { fields }: OAuthSetting, wire: Wire): Promise<Filling> {
  const hide = hider(settingSecrets(fields));
  const failures: Failure[] = [];
  let issuer = "";
  for (const candidate of candidates(text)) {
    issuer = candidate.expectedIssuer;
    const url = endpointUrl("discoveryUrl", candidate.url, fields.allowInsecure);
    const shown = hide(url.shown);
    const result = await attempt(candidate, { href: url.href, shown }, fields.allowInsecure, wire);
    if (result.kind === "valid") {
      const { edit, notes } = fill(result.document, fields, text.trim(), new URL(issuer));
      return { edit, notes: [...notes, ...url.notes] };
    }
    failures.push({ ...result, url: shown });
    if (result.kind === "silent") break;
  }
  throw failed(hide(issuer), failures);
}
