// What people have decided about saved outputs: stars, and deletions that can be undone. Kept beside the journal, one line of JSON
// for each change, of which the last one of an output counts: several processes append, and a crash can only cut the last line.

import { createHash } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isRecord, systemCode } from "@pictor/kernel";
import type { HistoryEntry } from "./journal.js";

export interface Mark {
  readonly starred: boolean;
  /** The entry of an output that is in the trash. The journal may drop old entries; the trash keeps them. */
  readonly deleted?: HistoryEntry;
}

/** An id that does not tell where the file is. */
export const pictureId = ({ time, path, jobId, seed }: HistoryEntry): string =>
  createHash("sha256")
    .update(JSON.stringify([time, path, jobId ?? "", seed]))
    .digest("base64url")
    .slice(0, 22);

const marksFile = (journal: string): string => `${journal}.marks`;

function parseMark(line: string): readonly (readonly [string, Mark])[] {
  try {
    const found: unknown = JSON.parse(line);
    if (!isRecord(found) || typeof found["id"] !== "string") return [];
    const { id, starred, deleted } = found;
    const isEntry = isRecord(deleted) && typeof deleted["path"] === "string";
    return [[id, { starred: starred === true, ...(isEntry && { deleted: deleted as HistoryEntry }) }]];
  } catch {
    return [];
  }
}

/** The marks by the ids of outputs. */
export async function readMarks(journal: string): Promise<ReadonlyMap<string, Mark>> {
  const text = await readFile(marksFile(journal), "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  });
  return new Map(text.split("\n").flatMap(parseMark));
}

/** Replaces the mark of an output, by a single write. */
export async function writeMark(journal: string, id: string, mark: Mark): Promise<void> {
  await mkdir(dirname(journal), { recursive: true, mode: 0o700 });
  const file = await open(marksFile(journal), "a", 0o600);
  // The line feed before the line ends one that a crash has cut.
  await file.write(`\n${JSON.stringify({ id, ...mark })}\n`).finally(() => file.close());
}
