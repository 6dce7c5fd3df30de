// Writes the examples of the documentation into folders, for the tests that execute them.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { beforeAll } from "vitest";

/**
 * The files that a page of docs/ shows, each in a code block with the name of the file. A page with several examples has
 * the folder of the others in front of the name: `webhook/plugin.json`.
 */
export function filesOf(page: string, prefix = ""): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, "../docs", page), "utf8");
  const blocks = [...text.matchAll(/^ *```\w+ ([\w./]+)\n([^]*?)^ *```/gm)];
  return new Map(
    blocks
      .filter(([, name = ""]) => name.startsWith(prefix) && !name.slice(prefix.length).includes("/"))
      .map(([, name = "", content = ""]) => [name.slice(prefix.length), content]),
  );
}

/** A temporary folder for the tests of a file. */
export function examplesFolder() {
  let root = "";
  beforeAll(() => {
    root = createTestFolder();
    // The module runner of the tests resolves packages itself: it does not ask the host for its own copy.
    symlinkSync(join(import.meta.dirname, "../node_modules"), join(root, "node_modules"), "junction");
  });
  return {
    root: () => root,
    /** Returns the path of the folder with the example. `change` makes an example quick. */
    writeExample(
      page: string,
      folder: string,
      {
        prefix = "",
        change = (text: string) => text,
      }: { prefix?: string; change?: (text: string) => string } = {},
    ): string {
      const path = join(root, folder);
      mkdirSync(path, { recursive: true });
      for (const [name, content] of filesOf(page, prefix)) writeFileSync(join(path, name), change(content));
      return path;
    },
  };
}
