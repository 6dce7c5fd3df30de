// The lock file of a project while several processes change it, and where it is a link.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { expect, it } from "vitest";
import type { SavedFile } from "@pictor/kernel/plugin";
import { wallClock as clock } from "@pictor/locks/testing";
import { withLocked, type Lock } from "./lock-file.js";
import { changeProjectLock, hasProjectLock, projectLockFile, readProjectLock } from "./project-lock.js";

function newProject(): string {
  const project = createTestFolder();
  return project;
}
const added =
  (id: string) =>
  (lock: Lock): Lock =>
    withLocked(lock, [{ id }]);
const idsOf = async (project: string) => (await readProjectLock(project)).map(({ id }) => id);

it("changes of several writers at the same time are all kept", async () => {
  const project = newProject();
  const ids = ["a", "b", "c", "d"];
  await Promise.all(ids.map((id) => changeProjectLock({ project, clock, edit: added(id) })));
  expect(await idsOf(project)).toEqual(ids);
  expect(readdirSync(project)).toEqual(["pictor-extensions.lock.json"]);
});

it("what was written is told before another writer changes the file", async () => {
  const project = newProject();
  const file = projectLockFile(project);
  const told: SavedFile[] = [];
  const saved = (written: SavedFile): Promise<void> => {
    told.push(written);
    expect([readFileSync(file, "utf8"), existsSync(`${file}.lock`)]).toEqual([written.after, true]);
    return Promise.resolve();
  };
  await Promise.all(["a", "b"].map((id) => changeProjectLock({ project, clock, edit: added(id), saved })));
  const [first, second] = told;
  expect(first).toEqual({ path: file, after: second?.before });
  expect(second?.after).toBe(readFileSync(file, "utf8"));
});

it("is replaced as a whole; a failed write leaves no file behind", async () => {
  const project = newProject();
  expect(await hasProjectLock(project)).toBe(false);
  await changeProjectLock({ project, clock, edit: added("zoo") });
  expect([await hasProjectLock(project), await idsOf(project)]).toEqual([true, ["zoo"]]);
  const unwritable = { project: join(project, "missing"), clock, edit: added("zoo") };
  await expect(changeProjectLock(unwritable)).rejects.toMatchObject({ code: "EXTENSION_LOCK_NOT_WRITABLE" });
  rmSync(projectLockFile(project));
  mkdirSync(join(projectLockFile(project), "in the way"), { recursive: true });
  await expect(readProjectLock(project)).rejects.toMatchObject({ code: "EXTENSION_LOCK_INVALID" });
  const blocked = changeProjectLock({ project, clock, edit: added("zoo") });
  await expect(blocked).rejects.toMatchObject({ code: "EXTENSION_LOCK_INVALID" });
  expect(readdirSync(project)).toEqual(["pictor-extensions.lock.json"]);
});

it("a file that cannot be read is not replaced", async () => {
  const project = newProject();
  writeFileSync(projectLockFile(project), "<<<<<<< HEAD");
  const changed = changeProjectLock({ project, clock, edit: added("zoo") });
  await expect(changed).rejects.toMatchObject({ code: "EXTENSION_LOCK_INVALID" });
  expect(readFileSync(projectLockFile(project), "utf8")).toBe("<<<<<<< HEAD");
});

it.skipIf(process.platform === "win32")(
  "a link stays, and two projects that share a file lose nothing",
  async () => {
    const shared = newProject();
    await changeProjectLock({ project: shared, clock, edit: added("shared") });
    const projects = [newProject(), newProject()];
    for (const project of projects) symlinkSync(projectLockFile(shared), projectLockFile(project));
    await Promise.all(
      projects.map((project, index) => changeProjectLock({ project, clock, edit: added(`of-${index}`) })),
    );
    expect(await idsOf(shared)).toEqual(["of-0", "of-1", "shared"]);
    expect(projects.map((project) => lstatSync(projectLockFile(project)).isSymbolicLink())).toEqual([
      true,
      true,
    ]);
  },
);
