// Trust in certificates that no known authority has signed, for hosts that show it and change it.

import {
  readTrustedCertificates,
  trustFile,
  writeTrustedCertificate,
  type TrustedCertificates,
} from "./trust/trust-file.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The certificates that the user trusts, by origin. Rejects with `TRUST_FILE_BROKEN`. */
export const trustedCertificates = (env: Environment = process.env): Promise<TrustedCertificates> =>
  readTrustedCertificates(trustFile(env));

/**
 * Trusts the certificate with this fingerprint (SHA-256) for an origin, and no other one there; undefined: none. Counts for connections that
 * are opened from now on. Rejects with `TRUST_FILE_BROKEN` or `FILE_NOT_WRITABLE`.
 */
export const trustCertificate = (
  origin: string,
  fingerprint: string | undefined,
  env: Environment = process.env,
): Promise<void> =>
  writeTrustedCertificate(trustFile(env), origin, fingerprint === undefined ? undefined : { fingerprint });
