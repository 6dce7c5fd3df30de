// Converts a body of the API to a request of the kernel, and refuses what only the scope admin may send. Pure.

import type { HttpRequest, RequestBody } from "@pictor/client";
import {
  hasVariable,
  headerValues,
  referencesIn,
  stringifyJson,
  withoutUndefined,
  jsonPointer,
  type Contribution,
  type HeaderPair,
  type RequestInput,
} from "@pictor/kernel";
import type { HostRequest } from "@pictor/services";
import { fault } from "../contract/faults.js";
import { inputInvalid } from "@pictor/features/base";

function bytesOf(base64: string, pointer: string): Uint8Array {
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(base64))
    throw inputInvalid(pointer, "base64 with its padding", "another text");
  return new Uint8Array(Buffer.from(base64, "base64"));
}

const members = ["text", "json", "base64", "pieces"] as const;

function bodyOf(body: RequestBody): HostRequest["body"] {
  const { text, base64, pieces } = body;
  const given = members.filter((name) => Object.hasOwn(body, name));
  if (given.length > 1) throw inputInvalid("#/body", `one of ${members.join(", ")}`, given.join(" and "));
  if (text !== undefined) return text;
  if (Object.hasOwn(body, "json")) return stringifyJson(body.json);
  if (base64 !== undefined) return bytesOf(base64, "#/body/base64");
  return pieces?.map((piece, index) =>
    "text" in piece ? piece.text : bytesOf(piece.base64, `#/body/pieces/${index}/base64`),
  );
}

/** The saved profile whose credentials a request sends. */
export const ownerOf = ({ auth, profile }: HttpRequest): string | undefined =>
  typeof auth === "string" ? auth : auth && profile;

/** The headers of a request, with the content type of a body that is JSON. */
export function headersOf({ headers = {}, body }: HttpRequest): readonly HeaderPair[] {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((line): HeaderPair => [name, line]),
  );
  const isJson = body !== undefined && Object.hasOwn(body, "json");
  const hasType = headerValues(pairs, "Content-Type").length > 0;
  return isJson && !hasType ? [...pairs, ["Content-Type", "application/json"]] : pairs;
}

/** Converts the body of the API to the input of a request. Throws `API_INPUT_INVALID`. */
export function requestInputOf(request: HttpRequest): HostRequest {
  const { method = "GET", url, body, auth, profile } = request;
  const { redirect, keepsPost, compressed, keptCookies } = request;
  if (method.toUpperCase() === "CONNECT") throw inputInvalid("#/method", "a method of a request", "CONNECT");
  return withoutUndefined({
    method,
    url,
    headers: headersOf(request),
    body: body && bodyOf(body),
    auth: auth as RequestInput["auth"],
    profile: typeof auth === "object" ? profile : undefined,
    redirect,
    keepsPost,
    compressed,
    keptCookies,
  });
}

/**
 * A token without the scope admin must give all values itself: with a reference or a variable, it could send a secret
 * of the server to any address. Throws `API_REFERENCE_REFUSED` or `API_INLINE_REFUSED`.
 */
export function rejectReferences(
  { url, headers, body, auth, profile, confirmsOrigin }: HttpRequest,
  schemes: readonly Contribution<"authSchemes">[],
): void {
  if (confirmsOrigin === true || profile !== undefined) throw fault("API_SCOPE_MISSING", { scope: "admin" });
  const inline = typeof auth === "object" ? auth : undefined;
  const values = { url, headers, body, auth: inline };
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && hasVariable(value))
      throw fault("API_REFERENCE_REFUSED", { pointer: `#${jsonPointer(name)}` });
  if (inline === undefined) return;
  if (referencesIn(inline, "").length > 0) throw fault("API_REFERENCE_REFUSED", { pointer: "#/auth" });
  const { type } = inline;
  const scheme = schemes.find(({ id }) => id === type);
  if (scheme?.issuesTokens === true) throw fault("API_INLINE_REFUSED", { scheme: scheme.id });
}
