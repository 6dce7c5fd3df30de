// A temporary folder in which a test unpacks an archive.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes an archive, and creates an empty folder beside it. */
export function archiveFolder(content: Uint8Array) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pictor archive ü-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "inside");
  const archive = join(root, "archive");
  mkdirSync(folder);
  writeFileSync(archive, content);
  return { root, folder, archive };
}
