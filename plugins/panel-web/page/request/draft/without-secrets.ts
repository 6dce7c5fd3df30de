// Removes values from a draft that are credentials by their names, before the browser keeps the draft.

import { isVariable } from "../../dialect/variables.js";
import { changedPiece, queryRows, rowOf, withQueryRow, type QueryRow } from "../address/query-text.js";
import type { RequestDraft, Row } from "./request-draft.js";

const secretNames =
  /auth|cookie|token|secret|passw|pwd|api[-_]?key|signature|^sig$|^key$|session|credential/i;

/** A variable is no secret, because the environment has the value. A scheme such as `Bearer` may stand before it. */
const isInEnvironment = (value: string): boolean => isVariable(value.trim().replace(/^\w+\s+/, ""));

const isSecret = ({ name, value }: QueryRow): boolean =>
  secretNames.test(name) && value !== "" && !isInEnvironment(value);

const withoutValue = (row: Row): Row => (isSecret(row) ? { ...row, value: "" } : row);

const keptPiece = (piece: string): string =>
  isSecret(rowOf(piece)) ? changedPiece(piece, { value: "" }) : piece;

function keptAddress(address: string): string {
  const bare = address.replace(/^([a-z][a-z\d+.-]*:\/\/)?[^/?#]*@/i, "$1");
  return queryRows(bare).reduce(
    (text, row, index) => (isSecret(row) ? withQueryRow(text, index, { value: "" }) : text),
    bare,
  );
}

/** The draft without values that are secret by their names. Bodies stay as they were typed, except for the fields of forms. */
export const withoutSecrets = (draft: RequestDraft): RequestDraft => ({
  ...draft,
  url: keptAddress(draft.url),
  offQuery: draft.offQuery.map(keptPiece),
  headers: draft.headers.map(withoutValue),
  form: draft.form.map(withoutValue),
  parts: draft.parts.map(withoutValue),
});
