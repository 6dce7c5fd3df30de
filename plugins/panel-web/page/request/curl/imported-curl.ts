// The draft of a curl command, whose files the user has to choose, and what the user should know of it. Pure.

import type { ParsedCurl } from "@pictor/client";
import type { ImportNotes } from "../draft/current-request.js";
import { isContentType, requestDraft, type ImportedRequest } from "../draft/http-request.js";
import { newRow } from "../draft/request-draft.js";

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

export function importedCurl(parsed: ParsedCurl): ImportedRequest & { readonly needs: ImportNotes } {
  const { request, notes, unread, parts, file } = parsed;
  const { draft, inline } = requestDraft(request);
  const bodyTitle = file === undefined ? "The body is not a text" : `The body is the file ${nameOf(file)}`;
  // The picker of a file says already that it was not read.
  const hasPicker = parts !== undefined || file !== undefined;
  const shown = hasPicker ? notes : [...notes, ...unread];
  const isBinary = parts === undefined && request.body?.base64 !== undefined;
  if (file !== undefined || isBinary)
    return {
      draft: { ...draft, bodyKind: "file" },
      inline,
      needs: { notes: shown, files: [{ key: "body", title: bodyTitle }] },
    };
  if (parts === undefined) return { draft, inline, needs: { notes: shown, files: [] } };
  const rows = parts.map(({ name, text, file: path }) => ({
    row: { ...newRow(name, text ?? ""), ...(path !== undefined && { isFile: true as const }) },
    path,
  }));
  const headers = draft.headers.filter((row) => !isContentType(row));
  return {
    draft: {
      ...draft,
      headers,
      bodyKind: "multipart",
      text: "",
      json: "",
      parts: rows.map(({ row }) => row),
    },
    inline,
    needs: {
      notes: shown,
      files: rows.flatMap(({ row, path }) =>
        path === undefined
          ? []
          : [{ key: row.key, title: `The part ${row.name} is the file ${nameOf(path)}` }],
      ),
    },
  };
}
