// The query of an address as rows. An edit changes only the bytes of the edited row, so that signed addresses stay
// unchanged elsewhere.

import { piecesOf as textPieces } from "../../dialect/variables.js";

export interface QueryRow {
  readonly name: string;
  readonly value: string;
}

interface Parts {
  readonly before: string;
  /** The query as it is written in the address; undefined without a question mark. */
  readonly query: string | undefined;
  /** The fragment with its `#`; empty if there is none. */
  readonly after: string;
}

function split(address: string): Parts {
  const hash = address.indexOf("#");
  const end = hash === -1 ? address.length : hash;
  const mark = address.slice(0, end).indexOf("?");
  return {
    before: address.slice(0, mark === -1 ? end : mark),
    query: mark === -1 ? undefined : address.slice(mark + 1, end),
    after: address.slice(end),
  };
}

const piecesOf = ({ query }: Parts): readonly string[] =>
  query === undefined || query === "" ? [] : query.split("&");

function joined({ before, after }: Parts, pieces: readonly string[]): string {
  return before + (pieces.length === 0 ? "" : `?${pieces.join("&")}`) + after;
}

/** Percent-decodes a text. A text with an invalid encoding is returned unchanged. */
function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** A lone surrogate cannot be percent-encoded. */
const encodable = (text: string): string =>
  text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");

/** Percent-encodes a text. Variables stay unencoded, so that the server can fill them in. */
export const encoded = (text: string): string =>
  textPieces(text)
    .map((piece) => (piece.variable === undefined ? encodeURIComponent(encodable(piece.text)) : piece.text))
    .join("");

const cut = (piece: string): readonly [name: string, value: string | undefined] => {
  const at = piece.indexOf("=");
  return at === -1 ? [piece, undefined] : [piece.slice(0, at), piece.slice(at + 1)];
};

/** The row of a part of a query, such as `a=b%20c`. */
export function rowOf(piece: string): QueryRow {
  const [name, value = ""] = cut(piece);
  return { name: decoded(name), value: decoded(value) };
}

export const queryRows = (address: string): readonly QueryRow[] => piecesOf(split(address)).map(rowOf);

/** A part of a query with another name or value. What is unchanged keeps its bytes. */
export function changedPiece(piece: string, change: Partial<QueryRow>): string {
  const [name, value] = cut(piece);
  const newName = change.name === undefined || change.name === decoded(name) ? name : encoded(change.name);
  const newValue =
    change.value === undefined || change.value === decoded(value ?? "") ? value : encoded(change.value);
  return newValue === undefined ? newName : `${newName}=${newValue}`;
}

/** The address with a row changed, or added after the last row. */
export function withQueryRow(address: string, index: number, change: Partial<QueryRow>): string {
  const parts = split(address);
  const pieces = [...piecesOf(parts)];
  pieces[index] = changedPiece(pieces[index] ?? "", change);
  return joined(parts, pieces);
}

/** The part of a row, as it is written in the address. */
export const queryPiece = (address: string, index: number): string => piecesOf(split(address))[index] ?? "";

/** The address with a part at the end of its query. */
export function withQueryPiece(address: string, piece: string): string {
  const parts = split(address);
  return joined(parts, [...piecesOf(parts), piece]);
}

export function withoutQueryRow(address: string, index: number): string {
  const parts = split(address);
  return joined(parts, piecesOf(parts).toSpliced(index, 1));
}
