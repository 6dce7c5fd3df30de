// `{{variables}}` in a request that somebody wrote: address and credentials must be known, the rest may mean its braces.

import { fillKnown, fillVariables, type Variables } from "../config/variables.js";
import type { HeaderPair, RequestInput } from "./types.js";

type InlineAuth = Exclude<RequestInput["auth"], string | undefined>;

const headersOf = (headers: NonNullable<RequestInput["headers"]>): readonly HeaderPair[] =>
  Array.isArray(headers) ? (headers as readonly HeaderPair[]) : Object.entries(headers);

function filledAuth(auth: InlineAuth, variables: Variables): InlineAuth {
  const where = `the auth setting of type ${auth.type}`;
  const fill = ([name, value]: readonly [string, InlineAuth[string]]) =>
    [name, typeof value === "string" ? fillVariables(value, variables, `${where}/${name}`) : value] as const;
  return Object.fromEntries(Object.entries(auth).map(fill)) as InlineAuth;
}

const hasVariable = /\{\{[^{}]+\}\}/;

/** Throws `VARIABLE_UNKNOWN` for one in the address or in an inline auth setting that the environment does not define. */
export function fillRequest(input: RequestInput, variables: Variables): RequestInput {
  const { url, headers, body, auth } = input;
  const isPlain = variables.environment === undefined && !hasVariable.test(url) && typeof auth !== "object";
  if (isPlain) return input;
  return {
    ...input,
    url: fillVariables(url, variables, "the address"),
    ...(headers && {
      headers: headersOf(headers).map(([name, value]) => [name, fillKnown(value, variables)] as const),
    }),
    ...(typeof body === "string" && { body: fillKnown(body, variables) }),
    ...(typeof auth === "object" && { auth: filledAuth(auth, variables) }),
  };
}
