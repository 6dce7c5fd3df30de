// Trust in certificates that no known authority has signed, for hosts that show it and change it.

import type { TrustedCertificates } from "@pictor/kernel";
import { readTrustedCertificates, trustFile, writeTrustedCertificate } from "./trust/trust-file.js";

/**
 * The certificates that the user trusts; `env` places the user's data folder. Calls reject with `TRUST_FILE_BROKEN`,
 * and `trust` with `FILE_NOT_WRITABLE`.
 */
export const certificatesOf = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): TrustedCertificates => ({
  async trusted() {
    const all = Object.entries(await readTrustedCertificates(trustFile(env)));
    return Object.fromEntries(all.map(([origin, { fingerprint }]) => [origin, fingerprint]));
  },
  trust: (origin, fingerprint) =>
    writeTrustedCertificate(trustFile(env), origin, fingerprint === undefined ? undefined : { fingerprint }),
});
