// Temporary folders of tests, with the files that a test needs.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** By their paths in the folder. An object is written as JSON. */
type TestFiles = Readonly<Record<string, string | object>>;

/**
 * Writes files, and creates the folders that they need. As with the usual mask of new files: what everybody can change is
 * refused, whatever a test is about.
 */
export function writeTestFiles(folder: string, files: TestFiles): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    const isWritten = typeof content === "string" || content instanceof Uint8Array;
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, isWritten ? content : JSON.stringify(content), { mode: 0o644 });
  }
}

/** Creates a folder with these files in the temporary folder, and leaves it there. */
export function createTestFolder(files: TestFiles = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "pictor-test-"));
  writeTestFiles(folder, files);
  return folder;
}
