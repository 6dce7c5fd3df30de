// Removes values from a draft that are credentials by their names, before the browser keeps the draft.

import { secretNamePattern } from "../../dialect/secret-names.gen.js";
import { isVariable } from "../../dialect/variables.js";
import { changedPiece, queryRows, rowOf, withQueryRow, type QueryRow } from "../address/query-text.js";
import type { RequestDraft, Row } from "./request-draft.js";

/** Names that may be those of a secret too: a value that the browser does not keep is typed again. */
const doubtfulNames = /auth|passw|pwd|signature|^sig$|^key$|session/i;
const isSecretName = (name: string): boolean => secretNamePattern.test(name) || doubtfulNames.test(name);

/** A variable is no secret, because the environment has the value. A scheme such as `Bearer` may stand before it. */
const isInEnvironment = (value: string): boolean => isVariable(value.trim().replace(/^\w+\s+/, ""));

const isSecret = ({ name, value }: QueryRow): boolean =>
  isSecretName(name) && value !== "" && !isInEnvironment(value);

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
