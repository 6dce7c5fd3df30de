// Skips a test that needs a link where the system makes none: Windows makes links only for some users, and Wine none.

import fs from "node:fs";
import { beforeEach, type TestContext } from "vitest";

let current: TestContext | undefined;

/** Before each file of tests: the hook belongs to the file. */
export function watchTests(): void {
  beforeEach((context) => {
    current = context;
  });
}

const isLink = (path: fs.PathLike): boolean =>
  fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Only the missing right of a user of Windows is forgiven. There, too, a link fails whose path is taken or has no folder. */
export function guardLinks(): void {
  if (process.platform !== "win32") return;
  const { symlinkSync } = fs;
  const checked = (...words: Parameters<typeof symlinkSync>): void => {
    const isTaken = fs.existsSync(words[1]);
    try {
      symlinkSync(...words);
    } catch (error) {
      if (isTaken || (error as NodeJS.ErrnoException).code !== "EPERM") throw error;
    }
    // Wine reports that it has made a link.
    if (!isLink(words[1])) current?.skip("this system makes no links");
  };
  fs.symlinkSync = checked;
  fs.promises.symlink = (target, path, type) =>
    Promise.resolve().then(() => checked(target, path, type as fs.symlink.Type));
}
