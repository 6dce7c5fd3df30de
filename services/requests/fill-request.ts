// `{{variables}}` in a request that somebody wrote: address and credentials must be known, the rest may mean its braces.

import {
  replaceTexts,
  fillKnown,
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
  replaceTexts(auth, `the auth setting of type ${auth.type}`, (text, where) =>
    fillVariables(text, variables, where),
  ) as InlineAuth;

/** Throws `VARIABLE_UNKNOWN` for one in the address or in an inline auth setting that the environment does not define. */
export async function fillRequest(input: RequestInput, source: VariableSource): Promise<RequestInput> {
  const { url, body } = input;
  const auth = typeof input.auth === "object" ? input.auth : undefined;
  const headers = input.headers && headersOf(input.headers);
  // Only what is a text: a body of bytes is not looked through.
  const text = typeof body === "string" ? body : undefined;
  const strict = [url, auth];
  const all = [...strict, headers?.map(([, value]) => value), text];
  const variables = await source(all);
  if (!hasVariable(variables.environment === undefined ? strict : all)) return input;
  return {
    ...input,
    url: fillVariables(url, variables, "the address"),
    ...(headers && {
      headers: headers.map(([name, value]) => [name, fillKnown(value, variables)] as const),
    }),
    ...(text !== undefined && { body: fillKnown(text, variables) }),
    ...(auth && { auth: filledAuth(auth, variables) }),
  };
}
