// The certificate that an error names, because no known authority has signed it.

import { ApiError } from "@pictor/client";
import { isRecord, filledText } from "../../api/guards.js";

export interface RefusedCertificate {
  readonly origin: string;
  /** SHA-256, as pairs of digits with colons. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  /** The fingerprint that is trusted for the origin, if it is another one. */
  readonly trusted?: string;
}

export function refusedCertificate(error: unknown): RefusedCertificate | undefined {
  const found = error instanceof ApiError ? error.problem.details?.["certificate"] : undefined;
  if (!isRecord(found)) return undefined;
  const [fingerprint, trusted] = [filledText(found["fingerprint"]), filledText(found["trusted"])];
  if (fingerprint === undefined) return undefined;
  return {
    origin: filledText(found["origin"]) ?? "",
    fingerprint,
    subject: filledText(found["subject"]) ?? "",
    issuer: filledText(found["issuer"]) ?? "",
    ...(trusted !== undefined && { trusted }),
  };
}
