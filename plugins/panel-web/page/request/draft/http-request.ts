// Converts the draft to the body of `POST /v1/requests`, and converts such a body, for example from a curl command, to a draft.

import type { HttpRequest, ProfileDraft } from "@pictor/client";
import type { Values } from "../../dialect/values.js";
import { withTexts } from "../../saving/typed-secrets.js";
import { formText, multipartPieces, type PartFile } from "./multipart.js";
import { emptyRequest, newRow, type RequestDraft, type Row } from "./request-draft.js";

/** The parts of a request that are not in its draft. */
export interface RequestParts {
  /** The fields of each scheme, for a request without a profile. */
  readonly inline: Readonly<Record<string, Values>>;
  /** The chosen profile with changes that are not saved, which are sent as they are shown. Absent if there are none. */
  readonly edited?: ProfileDraft | undefined;
  /** Files by the key of their row; the file that is the whole body has the key `body`. */
  readonly files: ReadonlyMap<string, PartFile>;
  /** The boundary of a multipart body. */
  readonly boundary: string;
}

/** Encodes bytes in chunks, because a call takes a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

interface Content {
  readonly type?: string;
  readonly body?: NonNullable<HttpRequest["body"]>;
}

function contentOf(draft: RequestDraft, { files, boundary }: RequestParts): Content {
  switch (draft.bodyKind) {
    case "none":
      return {};
    case "json":
      return { type: "application/json", body: { text: draft.json } };
    case "text":
      return { type: "text/plain; charset=utf-8", body: { text: draft.text } };
    case "form":
      return { type: "application/x-www-form-urlencoded", body: { text: formText(draft.form) } };
    case "multipart": {
      const pieces = multipartPieces(draft.parts, files, boundary);
      const [text] = pieces;
      return {
        type: `multipart/form-data; boundary=${boundary}`,
        body:
          pieces.length === 1 && typeof text === "string"
            ? { text }
            : {
                pieces: pieces.map((piece) =>
                  typeof piece === "string" ? { text: piece } : { base64: base64Of(piece) },
                ),
              },
      };
    }
    case "file": {
      const file = files.get("body");
      if (file === undefined) return {};
      return {
        type: file.type === "" ? "application/octet-stream" : file.type,
        body: { base64: base64Of(file.bytes) },
      };
    }
  }
}

/** The values of each header. Of several spellings of a name, the first one is used. */
function headersOf(rows: readonly Row[]): NonNullable<HttpRequest["headers"]> {
  const lines = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const { name, value } of rows) {
    const known = lines.get(name.toLowerCase());
    if (known === undefined) lines.set(name.toLowerCase(), { name, values: [value] });
    else known.values.push(value);
  }
  return Object.fromEntries(
    [...lines.values()].map(({ name, values }) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

function authOf(
  { auth }: RequestDraft,
  { inline, edited }: RequestParts,
): Pick<HttpRequest, "auth" | "profile"> {
  const { profile, type, isOn } = auth;
  if (!isOn) return {};
  if (profile !== undefined && edited === undefined) return { auth: profile };
  const used = edited ?? { type, schemes: inline };
  if (used.type === "none") return {};
  const fields = withTexts(used.schemes?.[used.type] ?? {});
  return { auth: { ...fields, type: used.type }, ...(profile !== undefined && { profile }) };
}

function redirectsOf(draft: RequestDraft): Pick<HttpRequest, "redirect" | "keepsPost"> {
  const { followsRedirects, trustsRedirects, keepsPost } = draft;
  if (!followsRedirects) return { redirect: "manual" };
  return {
    ...(trustsRedirects && { redirect: "trusted" as const }),
    ...(keepsPost.length > 0 && { keepsPost: [...keepsPost] }),
  };
}

export const isContentType = ({ name }: Row): boolean => name.trim().toLowerCase() === "content-type";

export function httpRequest(draft: RequestDraft, parts: RequestParts): HttpRequest {
  const { type, body } = contentOf(draft, parts);
  const rows = draft.headers.filter(({ isOn, name }) => isOn && name.trim() !== "");
  const headers = headersOf([
    ...rows.map((row) => ({ ...row, name: row.name.trim() })),
    ...(type !== undefined && !rows.some(isContentType) ? [newRow("Content-Type", type)] : []),
  ]);
  return {
    ...draft.extras,
    method: draft.method.trim() === "" ? "GET" : draft.method.trim().toUpperCase(),
    url: draft.url.trim(),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
    ...authOf(draft, parts),
    ...redirectsOf(draft),
  };
}

export interface ImportedRequest {
  readonly draft: RequestDraft;
  /** Fields of the scheme in `draft.auth`, which may be secret. */
  readonly inline: Readonly<Record<string, Values>>;
}

/** Converts a request, such as one from a curl command, to a draft. */
export function requestDraft(request: HttpRequest): ImportedRequest {
  const { method, url, headers = {}, body, auth, redirect, keepsPost = [], ...others } = request;
  const { id: _id, profile: _profile, confirmsOrigin: _confirmsOrigin, ...extras } = others;
  const rows = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((line) => newRow(name, line)),
  );
  const text = body?.text ?? (body !== undefined && "json" in body ? JSON.stringify(body.json) : undefined);
  const jsonType = /^application\/(?:[\w.+-]*\+)?json\b/i;
  const isJson = rows.some((row) => isContentType(row) && jsonType.test(row.value));
  const inline = typeof auth === "object" ? auth : undefined;
  const { type = "none", ...fields } = inline ?? {};
  return {
    draft: {
      ...emptyRequest,
      method: method ?? "GET",
      url,
      headers: rows,
      ...(text !== undefined && (isJson ? { bodyKind: "json", json: text } : { bodyKind: "text", text })),
      auth: { ...(typeof auth === "string" && { profile: auth }), type, isOn: true },
      followsRedirects: redirect !== "manual" && redirect !== "error",
      trustsRedirects: redirect === "trusted",
      keepsPost,
      extras: redirect === "same-origin" ? { ...extras, redirect } : extras,
    },
    inline: inline === undefined ? {} : { [type]: fields },
  };
}
