// Client certificates of profiles that do not exist: the name is misspelt, or the profile was deleted.

import type { NetworkSection, PictorError } from "@pictor/kernel";
import { unknownProfile, type AuthSources } from "./auth-setting.js";

interface LostCertificate {
  /** The only origin for which it is meant; undefined for each one to which the profile may go. */
  readonly origin: string | undefined;
  /** `AUTH_PROFILE_UNKNOWN`, which names the field. */
  readonly error: PictorError;
}

/** The certificates whose profile does not exist now: it may be saved later. */
export const lostCertificates = (
  { clientCertificates = [] }: Pick<NetworkSection, "clientCertificates">,
  sources: Pick<AuthSources, "profiles" | "schemes">,
): readonly LostCertificate[] =>
  clientCertificates.flatMap(({ origin, profile }, index) =>
    profile === undefined || sources.profiles.has(profile)
      ? []
      : [{ origin, error: unknownProfile(profile, `network/clientCertificates/${index}/profile`, sources) }],
  );
