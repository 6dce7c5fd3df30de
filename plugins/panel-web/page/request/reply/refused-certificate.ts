// The certificate that an error names, because no known authority has signed it.

import { ApiError } from "@pictor/client";
import { isRecord } from "../../api/guards.js";

export interface RefusedCertificate {
  readonly origin: string;
  /** SHA-256, as pairs of digits with colons. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  /** The fingerprint that is trusted for the origin, if it is another one. */
  readonly trusted?: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export function refusedCertificate(error: unknown): RefusedCertificate | undefined {
  const found = error instanceof ApiError ? error.problem.details?.["certificate"] : undefined;
  if (!isRecord(found) || textOf(found["fingerprint"]) === "") return undefined;
  const trusted = textOf(found["trusted"]);
  return {
    ...{ origin: textOf(found["origin"]), fingerprint: textOf(found["fingerprint"]) },
    ...{ subject: textOf(found["subject"]), issuer: textOf(found["issuer"]) },
    ...(trusted !== "" && { trusted }),
  };
}
