// Reads the text that the user pasted after a sign-in: the URL at which the browser arrived, its query, or only the code.

import { readAuthorizationResponse, type AuthorizationResponse } from "./authorization-response.js";

export type PastedCallback = AuthorizationResponse | { readonly kind: "unusable"; readonly problem: string };

const unusable = (problem: string): PastedCallback => ({ kind: "unusable", problem });

/** The query of a pasted URL, or the pasted text if it is a query; undefined if it is neither. */
const queryOf = (text: string): string | undefined => {
  if (!text.includes("?") && !text.includes("://"))
    return /(^|&)(code|state|error)=/.test(text) ? text : undefined;
  const [withoutFragment = ""] = text.split("#", 1);
  const queryStart = withoutFragment.indexOf("?");
  return queryStart < 0 ? "" : withoutFragment.slice(queryStart + 1);
};

/** A URL must contain the state of this flow. A code alone has no state; only PKCE binds it to the flow. */
export function readPastedCallback(pasted: string, state: string): PastedCallback {
  const text = pasted.trim();
  if (text === "") return unusable("Nothing was pasted.");
  const query = queryOf(text);
  if (query === undefined && /\s/.test(text)) return unusable("This is neither a URL nor a code.");
  const parsed = readAuthorizationResponse(new URLSearchParams(query ?? { code: text, state }), state);
  if (parsed.kind === "wrong-state") return unusable("This URL belongs to another sign-in.");
  return parsed.kind === "invalid" ? unusable(`This cannot be used: ${parsed.problem}.`) : parsed;
}
