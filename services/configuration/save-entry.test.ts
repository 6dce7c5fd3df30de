// Entries of configuration files: where they are written, and what is left after the last one.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { saveEntry } from "./save-entry.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-entries-"));

const lock = {
  confirm: () => Promise.resolve(),
  replace: (path: string, text: string): Promise<void> => {
    writeFileSync(path, text);
    return Promise.resolve();
  },
  append: () => Promise.reject(new Error("a configuration is replaced as a whole")),
};
const after = async (
  before: object,
  ...change: readonly [section: "cookieJars", name: string, on?: true]
) => {
  const file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify(before));
  const [section, name, on] = change;
  await saveEntry(file, section, name, on, lock);
  return readFileSync(file, "utf8").replace(/\s/g, "");
};

it("a changed entry stays where it is, because the first backend is the default one", async () => {
  const before = { cookieJars: { lab: false, live: true }, backend: "a" };
  expect(await after(before, "cookieJars", "lab", true)).toBe(
    '{"cookieJars":{"lab":true,"live":true},"backend":"a"}',
  );
});

it("a section goes with its last entry", async () => {
  const before = { cookieJars: { lab: true, live: true }, backend: "a" };
  expect(await after(before, "cookieJars", "lab")).toBe('{"cookieJars":{"live":true},"backend":"a"}');
  expect(await after({ cookieJars: { lab: true } }, "cookieJars", "lab")).toBe("{}");
});
