// Fills `{{variables}}` in a request: those of the address and the auth setting must be known; elsewhere an unknown name
// stays as it is.

import {
  mapTexts,
  fillKnownVariables,
  fillVariables,
  hasVariable,
  type Variables,
  type VariableSource,
  type HeaderPair,
  type RequestInput,
} from "@pictor/kernel";

type InlineAuth = Exclude<RequestInput["auth"], string | undefined>;

const headersOf = (headers: NonNullable<RequestInput["headers"]>): readonly HeaderPair[] =>
  Array.isArray(headers) ? (headers as readonly HeaderPair[]) : Object.entries(headers);

const filledAuth = (auth: InlineAuth, variables: Variables): InlineAuth =>
  mapTexts(auth, `the auth setting of type ${auth.type}`, (text, where) =>
    fillVariables(text, variables, where),
  ) as InlineAuth;

/** Throws `VARIABLE_UNKNOWN` for a variable of the address or an inline auth setting that the environment lacks. */
export async function fillRequest(input: RequestInput, source: VariableSource): Promise<RequestInput> {
  const { url, body } = input;
  const auth = typeof input.auth === "object" ? input.auth : undefined;
  const headers = input.headers && headersOf(input.headers);
  // Only a text body is filled, never bytes.
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
