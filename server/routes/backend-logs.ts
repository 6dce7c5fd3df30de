// Routes: the newest lines of a server's log.

import { stripVTControlCharacters } from "node:util";
import type { LogPage } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { cutText } from "@pictor/kernel";
import { tokenDigest } from "../access/new-token.js";
import { ok } from "@pictor/features/base";
import { route } from "./route.js";
import { missingLogs, openRequestedBackend, requireOperation, withFacet } from "@pictor/features/backends";

const standardTail = 50;
/** The largest number of characters of a line. */
const maxLength = 4_000;

/**
 * The position after a line: the line's number, and a digest of its beginning, which shows whether the file was
 * replaced.
 */
const placeAfter = (count: number, last: string): string => `${count}.${tokenDigest(last).slice(0, 12)}`;

/** Reads a log once; at most `tail` lines are kept. `since` is the position that an earlier call returned. */
export async function readLogPage(
  lines: AsyncIterable<string>,
  tail: number,
  since?: string,
): Promise<LogPage> {
  const from = /^(\d{1,12})\.\w{12}$/.exec(since ?? "")?.[1];
  const start = from === undefined ? 0 : Number(from);
  let kept: string[] = [];
  let count = 0;
  let last = "";
  // If the log was empty before, reading continues with its first line.
  let isContinued = start === 0 && since === placeAfter(0, "");
  for await (const line of lines) {
    count++;
    last = line;
    kept.push(line);
    if (count === start && placeAfter(count, line) === since) {
      isContinued = true;
      kept = [];
    }
    if (kept.length > tail) kept.shift();
  }
  const isWhole = isContinued && count - start <= tail;
  return { lines: kept, next: placeAfter(count, last), isReset: since !== undefined && !isWhole };
}

/**
 * A line as a page can show it: without control characters except tabs, and without secrets, which are replaced before
 * the line is cut.
 */
const cleanLine = (line: string, redact: Redact): string =>
  cutText(redact(stripVTControlCharacters(line).replaceAll(/[^\P{Cc}\t]/gu, "")), maxLength);

export const backendLogRoutes = {
  readBackendLogs: route("GET /v1/backends/{name}/logs", {
    scope: "read",
    group: "backends",
    summary: "The newest lines of the log of a backend's server",
    query: {
      tail: {
        type: "integer",
        minimum: 0,
        maximum: 2000,
        description: "Maximum number of lines; default 50",
      },
      since: { type: "string", description: "`next` of an earlier reply: only lines after it" },
    },
    replies: ok("LogPage", "The lines"),
  }).handle(
    async ({ params: { name }, query: { tail = standardTail, since }, signal }, { pictor, redact }) => {
      const opened = withFacet(await openRequestedBackend(pictor, name), "lifecycle", missingLogs);
      const logs = requireOperation(opened.facet.logs, opened.instance, "asked for its log");
      const page = await readLogPage(logs.call(opened.facet, { signal }), tail, since);
      const lines = page.lines.map((line) => cleanLine(line, redact));
      return { ...page, lines };
    },
  ),
} as const;
