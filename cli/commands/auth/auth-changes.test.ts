// Changes of profiles that others share something with: a store, a second file, a backend, an earlier state.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fault } from "@pictor/host";
import { afterEach, describe, expect, it } from "vitest";
import type { CommandHost } from "../../session/command-host.js";
import { createWorld, type World } from "../../testing/auth-host.js";
import { piped } from "../../testing/fake-streams.js";
import type { AuthSetOptions } from "./edit-profile.js";
import { list } from "./list-profiles.js";
import { remove } from "./remove-profile.js";
import { discover } from "./run-action.js";
import { set } from "./set-profile.js";
import { show } from "./show-profile.js";
import { undo } from "./undo-profile.js";

let world: World;
afterEach(() => world.dispose());

const setting = (name: string, options: AuthSetOptions, typed = "") =>
  world.run((host) => set(host, name, options), { stdin: piped(typed) });
const removed = (name: string) => world.run((host) => remove(host, name, { yes: true }));
const undone = (name: string) => world.run((host) => undo(host, name));
const secretNames = async (): Promise<readonly string[]> => {
  let names: readonly string[] = [];
  await world.run(async ({ kernel }) => {
    names = await kernel.secrets.names();
    return 0;
  });
  return names;
};
const keep = (name: string, value: string) =>
  world.run(async ({ kernel }) => {
    await kernel.secrets.set(name, value);
    return 0;
  });
const door = { type: "door", schemes: { door: { house: "1 Elm Street" } } };
const withCode = (name: string) => ({
  ...door,
  schemes: { door: { ...door.schemes.door, code: { $secret: name } } },
});
const codeOf = (name: string): string => {
  const profiles = world.saved().profiles as Record<string, ReturnType<typeof withCode>>;
  return profiles[name]?.schemes.door.code.$secret ?? "";
};

describe("a secret", () => {
  it("of a new profile has a name that no other project has", async () => {
    world = await createWorld();
    await keep("home.door.code", "of another project");
    await setting("home", { type: "door", set: ["house=1"], secret: ["code"] }, "mine\n");
    expect(codeOf("home")).toMatch(/^home\.door\.code\.[a-z\d]{6}$/);
    await removed("home");
    expect(await secretNames()).toEqual(["home.door.code"]);
  });
  it("keeps the name that the profile refers to", async () => {
    world = await createWorld({ home: withCode("home.door.code") });
    await keep("home.door.code", "old");
    await setting("home", { secret: ["code"] }, "new\n");
    expect({ code: codeOf("home"), names: await secretNames() }).toEqual({
      code: "home.door.code",
      names: ["home.door.code"],
    });
  });
  it("that is shared is neither replaced nor deleted", async () => {
    world = await createWorld({
      home: withCode("company"),
      other: withCode("home.door.old"),
      third: withCode("home.door.old"),
    });
    await keep("company", "shared");
    await keep("home.door.old", "shared");
    await setting("home", { secret: ["code"] }, "new\n");
    expect(codeOf("home")).not.toBe("company");
    await removed("home");
    expect(await secretNames()).toEqual(["company", "home.door.old"]);
  });
  it("is gone again when the profile cannot be written", async () => {
    world = await createWorld({ home: door });
    const file = join(world.folder, "pictor.json");
    const before = readFileSync(file, "utf8");
    const { err } = await world.run(
      (host) => {
        writeFileSync(file, "{ broken");
        return set(host, "home", { secret: ["code"] });
      },
      { stdin: piped("new\n") },
    );
    expect(err).toContain("CONFIG_NOT_JSON");
    writeFileSync(file, before);
    expect(await secretNames()).toEqual([]);
  });
  it("of another client is told of", async () => {
    world = await createWorld({
      work: {
        type: "oauth2",
        schemes: { oauth2: { clientId: "a", clientSecret: { $env: "SECRET" }, tokenUrl: "https://h/token" } },
      },
    });
    const { err } = await setting("work", { set: ["clientId=b"] });
    expect(err).toContain("clientSecret is unchanged; --unset clientSecret removes it.\n");
    expect((await setting("work", { set: ["clientId=b"] })).err).not.toContain("stays as it was");
    expect((await setting("work", { set: ["clientId=c"], unset: ["clientSecret"] })).err).not.toContain(
      "stays",
    );
  });
});

describe("a field that the scheme does not know", () => {
  it("can be taken out", async () => {
    world = await createWorld({ home: { type: "door", schemes: { door: { house: "1", hosue: "2" } } } });
    expect(await setting("home", { unset: ["hosue"] })).toMatchObject({ code: 0 });
    expect(world.saved().profiles).toEqual({ home: { type: "door", schemes: { door: { house: "1" } } } });
  });
});

describe("a profile in two files", () => {
  const two = async () => {
    world = await createWorld(
      { home: { type: "door", schemes: { door: { floors: 2 } } } },
      { user: { home: withCode("home.door.code") } },
    );
    await keep("home.door.code", "the user's");
  };
  it("is changed in its own, and what the other has is not copied", async () => {
    await two();
    await setting("home", { set: ["floors=3"], secret: ["code"] }, "the project's\n");
    expect(world.saved().profiles).toEqual({
      home: {
        type: "door",
        schemes: {
          door: { floors: 3, code: { $secret: expect.stringMatching(/^home\.door\.code\.\w{6}$/) } },
        },
      },
    });
    expect((await secretNames()).length).toBe(2);
  });
  it("is in effect from the other one when it is removed, with its secrets", async () => {
    await two();
    const { err } = await removed("home");
    expect(err).toContain(`The profile in ${join(world.folder, "user.json")} is in effect now.\n`);
    expect(err).not.toContain("Secrets deleted");
    expect(await secretNames()).toEqual(["home.door.code"]);
  });
  it("keeps what another process has written meanwhile", async () => {
    world = await createWorld({ home: door });
    const file = join(world.folder, "pictor.json");
    const other = {
      profiles: { home: { type: "door", schemes: { door: { house: "1 Elm Street", floors: 7 } } } },
    };
    await world.run(async (host) => {
      writeFileSync(file, JSON.stringify(other));
      return set(host, "home", { set: ["house=2"] });
    });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      profiles: { home: { type: "door", schemes: { door: { house: "2", floors: 7 } } } },
    });
  });
});

describe("removing", () => {
  it("names the backends that use the profile, also with --yes", async () => {
    const backends = { studio: { kind: "remote", baseUrl: "http://127.0.0.1:1/", auth: "home" } };
    world = await createWorld({ home: door }, { backends });
    const { err } = await removed("home");
    expect(err).toContain("The backend studio still refers to it.\n");
    expect(err).not.toContain("ecret");
  });
  it("is taken back without its secrets, and says so", async () => {
    world = await createWorld({ home: withCode("home.door.code") });
    await keep("home.door.code", "c-o-d-e");
    await removed("home");
    const { err } = await undone("home");
    expect(err).toContain("These secrets were deleted and are not restored: home.door.code.\n");
    expect(err).toContain("Next: pictor auth set home --secret code\n");
  });
  it("of nobody cannot be taken back", async () => {
    world = await createWorld({ home: door });
    expect(await undone("hom")).toMatchObject({
      code: 2,
      err: expect.stringContaining("AUTH_PROFILE_UNKNOWN"),
    });
    expect(await undone("home")).toMatchObject({ err: expect.stringContaining("PROFILE_NO_UNDO") });
  });
});

describe("discovery of a new profile", () => {
  const found = () => world.run((host) => discover(host, "home", "h.example", { type: "door" }));
  it("is one step, which can be taken back", async () => {
    world = await createWorld();
    world.door.actions["discover"] = () => Promise.resolve({ edit: { door: { house: "h" } } });
    const filled: CommandHost[] = [];
    const { code } = await world.run((host) => {
      const withProfile: CommandHost["withProfile"] = async (name, profile) => {
        const other = await host.withProfile(name, profile);
        filled.push(other);
        return other;
      };
      return discover({ ...host, withProfile }, "home", "h.example", { type: "door" }).then(async (ended) => {
        expect(world.saved().profiles).toEqual({ home: { type: "door", schemes: { door: { house: "h" } } } });
        // The memory of this test's kernel holds the step back.
        for (const other of filled) await undo(other, "home");
        return ended;
      });
    });
    expect({ code, saved: world.saved() }).toEqual({ code: 0, saved: { profiles: {} } });
  });
  it("that fails leaves nothing, also nothing to take back", async () => {
    world = await createWorld();
    world.door.actions["discover"] = () => Promise.reject(fault("AUTH_REFUSED", { where: "u", reason: "r" }));
    const before = readFileSync(join(world.folder, "pictor.json"), "utf8");
    expect(await found()).toMatchObject({ code: 8 });
    expect(readFileSync(join(world.folder, "pictor.json"), "utf8")).toBe(before);
    expect(await undone("home")).toMatchObject({ err: expect.stringContaining("AUTH_PROFILE_UNKNOWN") });
  });
});

describe("what is shown", () => {
  const unset = { ...door, schemes: { door: { ...door.schemes.door, code: { $env: "PICTOR_NOT_SET" } } } };
  it.each([["list"], ["show"]])(
    "tells in %s why a setting cannot be read, and what helps",
    async (command) => {
      world = await createWorld({ home: unset });
      const { out, err } = await world.run(command === "list" ? list : (host) => show(host, "home"));
      expect(out + err).toContain("$env PICTOR_NOT_SET, which is not set.");
      expect(err).toContain("Next: set PICTOR_NOT_SET in the environment\n");
      expect(err).not.toContain("pictor auth set");
    },
  );
  it("keeps our own labels whole, whatever the password is", async () => {
    world = await createWorld();
    const typed = { type: "door", set: ["house=my secret house"], secret: ["code"] };
    const { err } = await setting("home", typed, "secret\n");
    expect(err).toContain("Its secrets are in the memory of this process");
    const { out } = await world.run((host) => show(host, "home"));
    expect(out).toContain("\nsecrets  ");
    expect(out).toContain("my *** house");
    expect(out).toContain("$secret home.door.code.");
  });
  it("says a sentence once", async () => {
    world = await createWorld({ home: door });
    world.door.status = { state: "ready", notes: ["Saved by hand.", "Granted: read."] };
    world.door.actions["discover"] = () => Promise.resolve({ notes: ["Granted: read."] });
    const { err } = await world.run((host) => discover(host, "home", "h", {}));
    expect(err.split("Granted: read.").length).toBe(2);
    expect(err).toContain("note: Saved by hand.");
  });
});
