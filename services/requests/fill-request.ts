// Fills in `{{variables}}` in a request. In the address and the auth setting, every variable must be known; elsewhere,
// unknown variables stay as they are.

import {
  mapTexts,
  fillKnownVariables,
  fillVariables,
  hasVariable,
  type Variables,
  type VariableSource,
  type RequestInput,
} from "@pictor/kernel";
import { headerPairs } from "./outgoing-request.js";

type InlineAuth = Exclude<RequestInput["auth"], string | undefined>;

const filledAuth = (auth: InlineAuth, variables: Variables): InlineAuth =>
  mapTexts(auth, `the auth setting of type ${auth.type}`, (text, where) =>
    fillVariables(text, variables, where),
  ) as InlineAuth;

/**
 * Fills in the variables of a request. Throws `VARIABLE_UNKNOWN` for an unknown variable in the address or in an inline
 * auth setting.
 */
export async function fillRequest(input: RequestInput, source: VariableSource): Promise<RequestInput> {
  const { url, body } = input;
  const auth = typeof input.auth === "object" ? input.auth : undefined;
  const headers = input.headers && headerPairs(input.headers);
  // Variables are filled in a text body, never in bytes.
  const text = typeof body === "string" ? body : undefined;
  const strict = [url, auth];
  const all = [...strict, headers?.map(([, value]) => value), text];
  const variables = await source(all);
  if (!hasVariable(variables.environment === undefined ? strict : all)) return input;
  return {
    ...input,
    url: fillVariables(url, variables, "the address"),
    ...(headers && {
      headers: headers.map(([name, value]) => [name, fillKnownVariables(value, variables)] as const),
    }),
    ...(text !== undefined && { body: fillKnownVariables(text, variables) }),
    ...(auth && { auth: filledAuth(auth, variables) }),
  };
}
