// Replies in JSON. Integers of 64 bits are written as they are, as the web UI does.

import { stringifyJson } from "@pictor/kernel/plugin";
import type { Note } from "../base/note.js";

const mostFields = 30;

/** The header with the fields that had no effect, or another one: names separated by commas, percent-encoded. */
const ignoredHeader = "X-Pictor-Ignored";

export function jsonReply(body: unknown, notes: readonly Note[] = []): Response {
  const fields = [...new Set(notes.map(({ field }) => encodeURIComponent(field.replace(/\p{Cs}/gu, "?"))))];
  const headers = {
    "Content-Type": "application/json",
    ...(fields.length > 0 && { [ignoredHeader]: fields.slice(0, mostFields).join(", ") }),
  };
  return new Response(stringifyJson(body), { headers });
}
