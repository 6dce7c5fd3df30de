// A change of a profile and its undo step: both are written, or neither.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Profile, loadConfiguration, fault } from "@pictor/kernel";
import { withFileLock } from "../configuration/with-file-lock.js";
import { createSavedProfiles } from "./saved-profiles.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-saved-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

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
