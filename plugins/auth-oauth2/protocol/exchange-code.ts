// From the parameters of a callback to tokens (RFC 6749 section 4.1.3, RFC 7636 section 4.5).

import { PictorError } from "@pictor/kernel/plugin";
import {
  authorizationCodeGrantRequest,
  nopkce,
  OperationProcessingError,
  validateAuthResponse,
} from "oauth4webapi";
import { oauthFault } from "../faults.js";
import type { Fields, OAuthSetting } from "../setting.js";
import { endpointUrl } from "./endpoint-url.js";
import { parametersOf, scopeText } from "./parameters.js";
import { plainAscii } from "./plain-text.js";
import { authorizationServer, clientOf, expectedIssuer } from "./server.js";
import { requestTokens } from "./token-request.js";
import type { CodeExchange, TokenAnswer, Wire } from "./types.js";

const authorizationOrigin = ({ authorizationUrl, allowInsecure }: Fields): string =>
  new URL(endpointUrl("authorizationUrl", authorizationUrl, allowInsecure).href).origin;

/**
 * The issuer that the callback must name (RFC 9207 section 2.4). Where none is known yet, one of the authorization
 * URL's own origin is taken.
 */
function callbackIssuer({ fields }: OAuthSetting, parameters: URLSearchParams): string | undefined {
  const named = parameters.get("iss");
  if (named === null) return undefined;
  if (fields.issuer === "") {
    const expected = authorizationOrigin(fields);
    if (URL.canParse(named) && new URL(named).origin === expected) return named;
    throw oauthFault("OAUTH_ISSUER_MISMATCH", { found: plainAscii(named, 200), expected });
  }
  const tenant = /^https:\/\/[^/]+\/([^/]+)\//.exec(named)?.[1];
  if (named === expectedIssuer(fields, tenant)) return named;
  throw oauthFault("OAUTH_ISSUER_MISMATCH", { found: plainAscii(named, 200), expected: fields.issuer });
}

/** The library's messages are constant sentences; its causes hold the code and are left behind. */
function callbackFault(error: unknown): PictorError {
  if (error instanceof PictorError) return error;
  const isPlain = error instanceof OperationProcessingError;
  return oauthFault("OAUTH_CALLBACK_INVALID", {
    problem: isPlain ? error.message : "there is no code in it",
  });
}

/** The callback's own part has looked at all of this before; the library wants to have seen it, too. */
function validated(setting: OAuthSetting, { parameters, state }: CodeExchange, wire: Wire): URLSearchParams {
  const { fields } = setting;
  try {
    const issuer = callbackIssuer(setting, parameters);
    const server = { ...authorizationServer(fields), ...(issuer === undefined ? {} : { issuer }) };
    const valid = validateAuthResponse(server, clientOf(fields, wire), parameters, state);
    const codes = valid.getAll("code");
    if (codes.length === 1 && codes[0] !== "") return valid;
    throw oauthFault("OAUTH_CALLBACK_INVALID", { problem: "there is not exactly one code in it" });
  } catch (error) {
    throw callbackFault(error);
  }
}

/**
 * Exchanges the code, once: a server takes a second try for theft and withdraws the tokens of the first (RFC 6749
 * section 4.1.2). The scopes are not repeated (section 4.1.3). An ID token with another nonce than the one that was sent
 * is left out, with a note. Rejects with `OAUTH_CALLBACK_INVALID` or `OAUTH_ISSUER_MISMATCH` for what came back, and then
 * nothing was sent; else as `requestTokens` does.
 */
export async function exchangeCode(
  setting: OAuthSetting,
  code: CodeExchange,
  wire: Wire,
): Promise<TokenAnswer> {
  const { fields } = setting;
  const callback = validated(setting, code, wire);
  const additionalParameters = parametersOf(fields, {});
  return requestTokens(
    setting,
    wire,
    { scope: scopeText(fields.scopes), nonce: code.nonce },
    ({ server, client, authentication, options }) =>
      authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        callback,
        code.redirectUri,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- PKCE is off by the setting's own word
        code.verifier ?? nopkce,
        { ...options, additionalParameters },
      ),
  );
}
