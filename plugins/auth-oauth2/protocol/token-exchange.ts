// Token exchange (RFC 8693): a token of another party, for one of the requested type, audience and resource.

import { plainAscii } from "../plain-text.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";
import { addNote, withOtherAuthentication } from "./other-authentication.js";
import { scopeParameter } from "./request-parameters.js";
import { requestTokens, type TokenResponse } from "./token-request.js";

/** A sentence if the issued token has another type than the requested one (RFC 8693 section 2.2.1). */
function typeNote(requested: string, issued: string | undefined): string | undefined {
  if (issued === undefined)
    return "The provider does not say of which type the issued token is (RFC 8693 section 2.2.1).";
  return requested === "" || requested === issued
    ? undefined
    : `The provider issued a token of the type ${plainAscii(issued, 200)} instead of the requested one.`;
}

/** `audience` and `resource` are added like those of every token request. Rejects as `requestTokens` does. */
export const tokenExchangeGrant = (setting: OAuthSetting, context: ProviderContext): Promise<TokenResponse> =>
  withOtherAuthentication(
    setting,
    async (tried) => {
      const { fields } = tried;
      const [actorToken, requested] = [fields.actorToken.trim(), fields.requestedTokenType.trim()];
      const parameters = {
        subject_token: fields.subjectToken.trim(),
        subject_token_type: fields.subjectTokenType.trim(),
        actor_token: actorToken,
        // The type must not be sent without the token (RFC 8693 section 2.1).
        actor_token_type: actorToken === "" ? "" : fields.actorTokenType.trim(),
        requested_token_type: requested,
        scope: scopeParameter(fields.scopes),
      };
      const grantType = "urn:ietf:params:oauth:grant-type:token-exchange";
      const response = await requestTokens(tried, grantType, parameters, context);
      const note = typeNote(requested, response.issuedTokenType);
      return note === undefined ? response : addNote(response, note);
    },
    addNote,
  );
