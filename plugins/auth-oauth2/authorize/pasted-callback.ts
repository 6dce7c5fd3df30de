// Reads the text that the user pasted after a sign-in: the URL at which the browser arrived, its query, or only the code.

import { readAuthorizationResponse, type AuthorizationResponse } from "./authorization-response.js";
import { queryParameters } from "./callback-request.js";

export type PastedCallback = AuthorizationResponse | { readonly kind: "unusable"; readonly problem: string };

const unusable = (problem: string): PastedCallback => ({ kind: "unusable", problem });

const isResponse = (parameters: URLSearchParams): boolean =>
  ["code", "state", "error"].some((name) => parameters.has(name));

/** The text without blanks, quotes and angle brackets around it. */
const withoutQuotes = (text: string): string =>
  text
    .trim()
    .replace(/^(["'`<\u201c\u2018])(.*)(["'`>\u201d\u2019])$/s, "$2")
    .trim();

/** The parameters of a URL: in its query, or in its fragment as with `response_mode=fragment`. */
function parametersOfUrl(text: string): URLSearchParams {
  const [beforeFragment = "", ...fragment] = text.split("#");
  const query = queryParameters(beforeFragment);
  return isResponse(query) ? query : new URLSearchParams(fragment.join("#"));
}

/** A code as a browser shows it in a URL, such as `4%2F0AX4`, or as it is. */
function decodedCode(text: string): string {
  try {
    return /%[0-9a-f]{2}/i.test(text) ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}

/** The pasted text as parameters, and whether it is a URL. */
function parametersOf(text: string): { readonly parameters: URLSearchParams; readonly isUrl: boolean } {
  if (/^[?#]/.test(text) || text.includes("://") || /^[\w.+-]+:\/[^/]/.test(text) || text.includes("?"))
    return { parameters: parametersOfUrl(text), isUrl: !/^[?#]/.test(text) };
  if (/(^|&)(code|state|error)=/.test(text) || /&(scope|session_state|iss)=/.test(text)) {
    const query = /(^|&)(code|error)=/.test(text) || text.startsWith("state=") ? text : `code=${text}`;
    return { parameters: new URLSearchParams(query), isUrl: false };
  }
  return { parameters: new URLSearchParams({ code: decodedCode(text) }), isUrl: false };
}

/**
 * A URL must contain the state of this flow. A code alone has no state, whether or not its name stands before it; only PKCE
 * binds it to the flow.
 */
export function readPastedCallback(pasted: string, state: string): PastedCallback {
  const text = withoutQuotes(pasted);
  if (text === "") return unusable("Nothing was pasted.");
  const { parameters, isUrl } = parametersOf(text);
  if (!isUrl && /\s/.test(text)) return unusable("This is neither a URL nor a code.");
  if (!isResponse(parameters)) return unusable("This URL contains neither a code nor an error.");
  if (!parameters.has("state")) {
    if (isUrl)
      return unusable(
        "This URL contains no state, so nothing shows that it belongs to this sign-in. If it does, paste only the code in it.",
      );
    parameters.set("state", state);
  }
  const parsed = readAuthorizationResponse(parameters, state);
  if (parsed.kind === "wrong-state") return unusable("This URL belongs to another sign-in.");
  return parsed.kind === "invalid" ? unusable(`This cannot be used: ${parsed.problem}.`) : parsed;
}
