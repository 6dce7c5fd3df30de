// A change of a profile and its undo step: both are written, or neither.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Profile, loadConfiguration, fault } from "@pictor/kernel";
import { withFileLock } from "../configuration/with-file-lock.js";
import { createSavedProfiles } from "./saved-profiles.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-saved-"))));

const file = () => join(folder, "pictor.json");
const of = (office: string): Profile => ({ type: "ticket", schemes: { ticket: { office } } });
const written = () => (JSON.parse(readFileSync(file(), "utf8")) as { profiles: object }).profiles;

async function open() {
  writeFileSync(file(), JSON.stringify({ profiles: { desk: of("north") } }));
  const kept = new Map<string, string>();
  const store = { isFull: false };
  const journal = {
    get: (key: string) => Promise.resolve(kept.get(key)),
    delete: (key: string) => Promise.resolve(void kept.delete(key)),
    set: (key: string, value: string) =>
      store.isFull
        ? Promise.reject(fault("SECRETS_UNAVAILABLE", { store: "file", reason: "ENOSPC" }))
        : Promise.resolve(void kept.set(key, value)),
  };
  const saved = createSavedProfiles(await loadConfiguration({ directory: folder }), journal, withFileLock);
  const change = (profile: Profile) => saved.change("desk", () => Promise.resolve(profile));
  return { saved, change, store };
}

it("if the undo step cannot be stored, nothing is written", async () => {
  const { saved, change, store } = await open();
  store.isFull = true;
  await expect(change(of("south"))).rejects.toMatchObject({ code: "SECRETS_UNAVAILABLE" });
  expect([written(), saved.profiles.get("desk")]).toEqual([{ desk: of("north") }, of("north")]);
});

it("a change that cannot be written keeps the previous undo step", async () => {
  const { saved, change } = await open();
  await change(of("south"));
  const wrong = { ...of("west"), origins: ["nowhere"] };
  await expect(change(wrong)).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  expect(written()).toEqual({ desk: of("south") });
  await saved.undo("desk");
  expect([written(), saved.profiles.get("desk")]).toEqual([{ desk: of("north") }, of("north")]);
});

it("there is no undo step after a first change that cannot be written", async () => {
  const { saved, change } = await open();
  await expect(change({ ...of("west"), origins: ["nowhere"] })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
  });
  await expect(saved.undo("desk")).rejects.toMatchObject({ code: "PROFILE_NO_UNDO" });
});

describe("what another process has written to the file of the user", () => {
  const user = () => join(folder, "user/pictor.json");
  const write = (profiles: object): void => {
    writeFileSync(user(), JSON.stringify({ profiles }));
  };
  const load = async () => {
    mkdirSync(join(folder, "user"));
    const nothing = { get: () => Promise.resolve(undefined) } as never;
    return {
      open: async () =>
        createSavedProfiles(
          await loadConfiguration({ directory: folder, userFile: user() }),
          nothing,
          withFileLock,
        ),
    };
  };

  it("counts from then on; what has not changed stays the same object", async () => {
    const { open } = await load();
    write({ desk: of("north"), door: of("east") });
    const saved = await open();
    const door = saved.profiles.get("door");
    expect(await saved.readChanges()).toEqual([]);
    write({ door: of("east"), desk: of("south"), roof: of("west") });
    expect(await saved.readChanges()).toEqual(["desk", "roof"]);
    expect([...saved.profiles]).toEqual([
      ["desk", of("south")],
      ["door", of("east")],
      ["roof", of("west")],
    ]);
    expect([saved.profiles.get("door"), saved.fileOf("roof")]).toEqual([door, user()]);
    expect(saved.profiles.get("door")).toBe(door);
    rmSync(user());
    expect(await saved.readChanges()).toEqual(["desk", "door", "roof"]);
    expect(saved.profiles.size).toBe(0);
  });

  it("is below the project, also if the file is new", async () => {
    writeFileSync(file(), JSON.stringify({ profiles: { desk: of("north") } }));
    const saved = await (await load()).open();
    write({ desk: of("south"), door: of("east") });
    await saved.readChanges();
    expect([saved.profiles.get("desk"), saved.profiles.get("door")]).toEqual([of("north"), of("east")]);
    expect([saved.fileOf("desk"), saved.fileOf("door")]).toEqual([file(), user()]);
  });

  it("is reported once if it cannot be used, and changes nothing", async () => {
    const { open } = await load();
    write({ desk: of("north") });
    const saved = await open();
    write({ desk: { ...of("south"), origins: ["nowhere"] } });
    await expect(saved.readChanges()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    expect(await saved.readChanges()).toEqual([]);
    expect(saved.profiles.get("desk")).toEqual(of("north"));
  });

  it("that cannot be reached loses no profile", async () => {
    const { open } = await load();
    write({ desk: of("north") });
    const saved = await open();
    rmSync(join(folder, "user"), { recursive: true });
    writeFileSync(join(folder, "user"), "in place of the folder");
    await expect(saved.readChanges()).rejects.toThrow("user");
    expect(saved.profiles.get("desk")).toEqual(of("north"));
  });
});
