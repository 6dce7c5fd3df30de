// What a source of a plugin names, in a folder of a stranger that has folders with the names of addresses and packages.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { parseSource } from "./parse-source.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-source-"))));
afterEach(() => void vi.unstubAllEnvs());

it.each([
  ["https://git.example.org/acme.git", { kind: "git", address: "https://git.example.org/acme.git" }],
  ["git+ssh://git@host/acme.git", { kind: "git", address: "ssh://git@host/acme.git" }],
  ["git@host:acme.git", { kind: "git", address: "git@host:acme.git" }],
  ["npm:pictor-acme", { kind: "npm", name: "pictor-acme", wanted: "latest" }],
])("%s is never a folder of that name", (text, origin) => {
  mkdirSync(join(folder, text), { recursive: true });
  expect(parseSource(text, folder)).toEqual(origin);
});

it.each(["pictor-acme", "@acme/pictor-acme", "pictor-acme@1.0.0"])(
  "%s is refused if it is the name of a package and a folder, and says how to write each",
  (text) => {
    mkdirSync(join(folder, text), { recursive: true });
    expect(() => parseSource(text, folder)).toThrow(`write ./${text} or npm:${text}`);
    expect(parseSource(`./${text}`, folder)).toEqual({ kind: "folder", path: join(folder, text) });
    expect(parseSource(`npm:${text}`, folder).kind).toBe("npm");
  },
);

it("a folder may be in the home folder", () => {
  // The home folder of this machine need not be there.
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, folder);
  expect(parseSource("~/", folder)).toEqual({ kind: "folder", path: folder });
});

it("a file with the name of a package is an archive", () => {
  writeFileSync(join(folder, "acme-1.0.0.tgz"), "");
  expect(parseSource("acme-1.0.0.tgz", folder).kind).toBe("archive");
});
