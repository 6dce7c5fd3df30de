// The key whose possession a token request proves: the key of the stored token, or a new one.

import { createDpopKey, readDpopKey } from "../dpop/dpop-key.js";
import type { DpopNonces } from "../dpop/dpop-nonces.js";
import type { TokenProofs } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";

/** Undefined for a setting without DPoP. `stored` is the key of the token that is renewed. */
export async function tokenProofs(
  { fields }: OAuthSetting,
  nonces: DpopNonces,
  stored?: string,
): Promise<TokenProofs | undefined> {
  if (!fields.dpop) return undefined;
  const key = stored === undefined ? undefined : await readDpopKey(stored);
  return { key: key ?? (await createDpopKey(fields.dpopAlgorithm)), nonces };
}
