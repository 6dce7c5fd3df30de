// `pictor auth set --secret field=file:PATH`: the path is found again from the file in which the profile is saved.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";

let folder: CommandFolder;
const before = process.cwd();
beforeEach(() => {
  folder = createCommandFolder();
  mkdirSync(join(folder.path, "project/keys"), { recursive: true });
  writeFileSync(join(folder.path, "project/keys/api.txt"), "T0P-SECRET");
  process.chdir(join(folder.path, "project"));
});
afterEach(() => process.chdir(before));

const userFile = () => join(folder.path, "config/pictor/pictor.json");
const setKey = () =>
  folder.run("auth", "set", "api", "--type", "bearer", "--secret", "token=file:keys/api.txt");
/** The path in the file, resolved as the configuration is read. */
function savedPath(file: string): string {
  const { profiles } = JSON.parse(readFileSync(file, "utf8")) as {
    profiles: { api: { schemes: { bearer: { token: { $file: string } } } } };
  };
  return resolve(file, "..", profiles.api.schemes.bearer.token.$file);
}
const keyFile = () => resolve("keys/api.txt");

it("in the user's file, if there is no project file", async () => {
  expect(await setKey()).toMatchObject({ code: 0, err: expect.stringContaining("api: ready") });
  expect(existsSync("pictor.json")).toBe(false);
  expect(savedPath(userFile())).toBe(keyFile());
});

it("in the project's file, relative to it", async () => {
  writeFileSync("pictor.json", "{}");
  expect(await setKey()).toMatchObject({ code: 0 });
  expect(readFileSync("pictor.json", "utf8")).toContain('"keys/api.txt"');
});

it("in the user's file, if that has the profile and the project does not", async () => {
  await setKey();
  writeFileSync("pictor.json", "{}");
  expect(await setKey()).toMatchObject({ code: 0 });
  expect(savedPath(userFile())).toBe(keyFile());
});
