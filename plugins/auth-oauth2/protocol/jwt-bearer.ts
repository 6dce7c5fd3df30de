// The JWT bearer grant (RFC 7523 section 2.1): an assertion from the settings, or one that is signed for each request.

import type { Clock } from "@pictor/kernel/plugin";
import { readSigningKey } from "@pictor/signing-keys";
import { randomUUID } from "node:crypto";
import { invalidSetting } from "../faults.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import type { Fields, OAuthSetting } from "../setting.js";
import { signJwt } from "../sign-jwt.js";
import { addNote, withOtherAuthentication } from "./other-authentication.js";
import { scopeParameter } from "./request-parameters.js";
import { requestTokens, type TokenResponse } from "./token-request.js";

const lifetimeS = 60;
/** Claims that protect the assertion, and cannot be added. */
const reservedClaims = /^(?:iss|sub|aud|exp|iat|nbf|jti)$/;

/**
 * Signs an assertion (RFC 7523 section 3) that is valid for a minute and has a new `jti`. Throws `AUTH_SETTING_INVALID`.
 */
async function signedAssertion(fields: Fields, clock: Clock): Promise<string> {
  const { assertionAlgorithm: algorithm, assertionKeyId: keyId, assertionClaims: more } = fields;
  const read = await readSigningKey(fields.assertionKey, algorithm);
  if ("problem" in read) throw invalidSetting("assertionKey", read.problem);
  const issuer = fields.assertionIssuer.trim() || fields.clientId;
  if (issuer === "") throw invalidSetting("assertionIssuer", "it is empty, and so is clientId");
  const reserved = more.find(({ name }) => reservedClaims.test(name));
  if (reserved !== undefined)
    throw invalidSetting("assertionClaims", `one of them is named "${reserved.name}", which the grant sets`);
  const iat = Math.floor(clock.now() / 1_000);
  const claims = {
    ...Object.fromEntries(more.filter(({ name }) => name !== "").map(({ name, value }) => [name, value])),
    iss: issuer,
    sub: fields.assertionSubject.trim() || issuer,
    aud: fields.assertionAudience.trim() || fields.tokenUrl.trim(),
    iat,
    exp: iat + lifetimeS,
    jti: randomUUID(),
  };
  return signJwt(algorithm, { typ: "JWT", kid: keyId || read.keyId }, claims, read.key);
}

/** Rejects as `requestTokens` does. */
export const jwtBearerGrant = (setting: OAuthSetting, context: ProviderContext): Promise<TokenResponse> =>
  withOtherAuthentication(
    setting,
    async (tried) => {
      const { fields } = tried;
      const assertion = fields.assertion.trim() || (await signedAssertion(fields, context.clock));
      const parameters = { assertion, scope: scopeParameter(fields.scopes) };
      return requestTokens(tried, "urn:ietf:params:oauth:grant-type:jwt-bearer", parameters, context);
    },
    addNote,
  );
