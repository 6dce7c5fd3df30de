// The request in the editor with its credentials and files, as the server takes it.

import type { HttpRequest } from "@pictor/client";
import { inlineAuth, readFiles, request } from "../draft/current-request.js";
import { httpRequest } from "../draft/http-request.js";
import { editedDraft } from "./chosen-auth.js";

/** What is edited while the files are read is not in the request. */
export async function wholeRequest(): Promise<HttpRequest> {
  const draft = request.value;
  const parts = { inline: inlineAuth.value, edited: editedDraft.value };
  return httpRequest(draft, {
    ...parts,
    files: await readFiles(),
    boundary: `pictor-${crypto.randomUUID()}`,
  });
}
