// Fills in `{{variables}}` in a request. In the address and the auth setting, every variable must be known; elsewhere,
// unknown variables stay as they are.

import {
  describeValue,
  fault,
  mapTexts,
  fillKnownVariables,
  fillVariables,
  hasVariable,
  type Variables,
  type VariableSource,
  type RequestInput,
} from "@pictor/kernel";
import { inlinePlace, type InlineAuth } from "./auth-setting.js";
import { headerPairs } from "./outgoing-request.js";
import { withScheme } from "./with-scheme.js";

/** A request of a host, whose address can be a URL, and whose body can be texts and bytes that are sent one after another. */
export interface HostRequest extends Omit<RequestInput, "url" | "body"> {
  readonly url: string | URL;
  readonly body?: NonNullable<RequestInput["body"]> | readonly (string | Uint8Array)[];
}

const filledAuth = (auth: InlineAuth, variables: Variables): InlineAuth =>
  mapTexts(auth, inlinePlace(auth), (text, where) => fillVariables(text, variables, where)) as InlineAuth;

const isPieces = (body: HostRequest["body"]): body is readonly (string | Uint8Array)[] => Array.isArray(body);

const textsIn = (body: HostRequest["body"]): readonly string[] =>
  (isPieces(body) ? body : [body]).filter((piece) => typeof piece === "string");

/** Fills in variables in the texts of a body, never in its bytes, and joins its pieces. */
function filledBody(
  body: NonNullable<HostRequest["body"]>,
  fill: (text: string) => string,
): NonNullable<RequestInput["body"]> {
  if (typeof body === "string") return fill(body);
  if (!isPieces(body)) return body;
  const encoder = new TextEncoder();
  return Buffer.concat(
    body.map((piece) => (typeof piece === "string" ? encoder.encode(fill(piece)) : piece)),
  );
}

/** The address as a text. Throws `REQUEST_URL_INVALID` for another value, which a program in plain JavaScript may give. */
function addressOf(url: unknown): string {
  if (typeof url === "string") return url;
  if (url instanceof URL) return url.href;
  throw fault("REQUEST_URL_INVALID", { url: describeValue(url), schemes: "http:// or https://" });
}

/**
 * Fills in the variables of a request, and the scheme of an address without one. Throws `VARIABLE_UNKNOWN` for an
 * unknown variable in the address or in an inline auth setting, and `REQUEST_URL_INVALID` for no address.
 */
export async function fillRequest(input: HostRequest, source: VariableSource): Promise<RequestInput> {
  const { body } = input;
  const url = addressOf(input.url);
  const auth = typeof input.auth === "object" ? input.auth : undefined;
  const headers = input.headers && headerPairs(input.headers);
  const strict = [url, auth];
  const all = [...strict, headers?.map(([, value]) => value), textsIn(body)];
  const variables = await source(all);
  const address = withScheme(fillVariables(url, variables, "the address"));
  const hasNoVariable = !hasVariable(variables.environment === undefined ? strict : all);
  if (hasNoVariable && address === input.url && !isPieces(body)) return input as RequestInput;
  const { body: _given, ...rest } = input;
  const fill = (text: string): string => fillKnownVariables(text, variables);
  return {
    ...rest,
    url: address,
    ...(headers && { headers: headers.map(([name, value]) => [name, fill(value)] as const) }),
    ...(body !== undefined && { body: filledBody(body, fill) }),
    ...(auth && { auth: filledAuth(auth, variables) }),
  };
}
