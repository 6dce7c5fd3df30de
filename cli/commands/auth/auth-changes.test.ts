// Changes to profiles that share a secret store, are in two files, are used by a backend, or are undone.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fault } from "@pictor/kernel";
import { afterEach, describe, expect, it } from "vitest";
import type { CommandHost } from "../../session/command-host.js";
import { createAuthFixture, type AuthFixture } from "../../testing/auth-fixture.js";
import { parseRecords } from "../../testing/fake-server.js";
import { piped } from "../../testing/fake-streams.js";
import type { AuthSetOptions } from "./edit-profile.js";
import { runList } from "./list-profiles.js";
import { runRemove } from "./remove-profile.js";
import { onlyProfileWith, runDiscover, runProfileAction } from "./run-action.js";
import { runSet } from "./set-profile.js";
import { runShow } from "./show-profile.js";
import { runUndo } from "./undo-profile.js";
import { ending } from "../../testing/ending.js";

let fixture: AuthFixture;
afterEach(() => fixture.dispose());

const setting = (name: string, options: AuthSetOptions, typed = "") =>
  fixture.run((host) => runSet(host, name, options), { stdin: piped(typed) });
const removed = (name: string) => fixture.run((host) => runRemove(host, name, { yes: true }));
const undone = (name: string) => fixture.run((host) => runUndo(host, name));
const door = { type: "door", schemes: { door: { house: "1 Elm Street" } } };
const withCode = (name: string) => ({
  type: "door",
  schemes: { door: { house: "1 Elm Street", code: { $secret: name } } },
});
const codeOf = (name: string): string => {
  const profiles = fixture.saved().profiles as Record<string, ReturnType<typeof withCode>>;
  return profiles[name]?.schemes.door.code.$secret ?? "";
};

it("auth list prints a problem of several profiles, such as a broken secret store, once", async () => {
  fixture = await createAuthFixture({ home: door, away: door });
  fixture.scheme.status = { state: "missing", fields: [], notes: ["The store is damaged."] };
  const { err } = await fixture.run(runList);
  expect(err).toBe("away, home: The store is damaged.\n");
});

describe("auth login without a name", () => {
  const login = () =>
    fixture.run(async (host) => runProfileAction(host, onlyProfileWith(host, "login"), "login"));
  const open = { type: "basic", schemes: { basic: { username: "me" } } };

  it("runs for the only profile that can sign in", async () => {
    fixture = await createAuthFixture({ home: door, open });
    expect(await login()).toMatchObject(ending(0, "home: "));
  });
  it("names the profiles if several can", async () => {
    fixture = await createAuthFixture({ home: door, away: door, open });
    expect(await login()).toMatchObject(ending(2, "Name one of them: away, home."));
  });
  it("says how to make a profile if none can", async () => {
    fixture = await createAuthFixture({ open });
    expect(await login()).toMatchObject(ending(2, "auth discover NAME URL"));
  });
});

describe("a secret", () => {
  it("of a new profile gets a name that no other project uses", async () => {
    fixture = await createAuthFixture();
    await fixture.keepSecret("home.door.code", "of another project");
    await setting("home", { type: "door", set: ["house=1"], secret: ["code"] }, "mine\n");
    expect(codeOf("home")).toMatch(/^home\.door\.code\.[a-z\d]{6}$/);
    await removed("home");
    expect(await fixture.secretNames()).toEqual(["home.door.code"]);
  });
  it("keeps the name that the profile refers to", async () => {
    fixture = await createAuthFixture({ home: withCode("home.door.code") });
    await fixture.keepSecret("home.door.code", "old");
    await setting("home", { secret: ["code"] }, "new\n");
    expect([codeOf("home"), await fixture.secretNames()]).toEqual(["home.door.code", ["home.door.code"]]);
  });
  it("used by another profile is neither replaced nor deleted", async () => {
    fixture = await createAuthFixture({
      home: withCode("company"),
      other: withCode("home.door.old"),
      third: withCode("home.door.old"),
    });
    await fixture.keepSecret("company", "shared");
    await fixture.keepSecret("home.door.old", "shared");
    await setting("home", { secret: ["code"] }, "new\n");
    expect(codeOf("home")).not.toBe("company");
    await removed("home");
    expect(await fixture.secretNames()).toEqual(["company", "home.door.old"]);
  });
  it("is deleted again if the profile cannot be written", async () => {
    fixture = await createAuthFixture({ home: door });
    const file = join(fixture.folder, "pictor.json");
    const before = readFileSync(file, "utf8");
    const { err } = await fixture.run(
      (host) => {
        writeFileSync(file, "{ broken");
        return runSet(host, "home", { secret: ["code"] });
      },
      { stdin: piped("new\n") },
    );
    expect(err).toContain("CONFIG_NOT_JSON");
    writeFileSync(file, before);
    expect(await fixture.secretNames()).toEqual([]);
  });
  it("is reported as unchanged when the client id changes", async () => {
    fixture = await createAuthFixture({
      work: {
        type: "oauth2",
        schemes: { oauth2: { clientId: "a", clientSecret: { $env: "SECRET" }, tokenUrl: "https://h/token" } },
      },
    });
    const { err } = await setting("work", { set: ["clientId=b"] });
    expect(err).toContain("clientSecret is unchanged; --unset clientSecret removes it.\n");
    for (const options of [{ set: ["clientId=b"] }, { set: ["clientId=c"], unset: ["clientSecret"] }])
      expect((await setting("work", options)).err).not.toContain("is unchanged");
  });
});

it("a field that the scheme does not declare can be removed", async () => {
  fixture = await createAuthFixture({
    home: { type: "door", schemes: { door: { house: "1", hosue: "2" } } },
  });
  expect(await setting("home", { unset: ["hosue"] })).toMatchObject({ code: 0 });
  expect(fixture.saved().profiles).toEqual({ home: { type: "door", schemes: { door: { house: "1" } } } });
});

describe("a profile in two files", () => {
  const two = async () => {
    fixture = await createAuthFixture(
      { home: { type: "door", schemes: { door: { floors: 2 } } } },
      { user: { home: withCode("home.door.code") } },
    );
    await fixture.keepSecret("home.door.code", "the user's");
  };
  it("is changed in the project's file, and no values are copied from the user's file", async () => {
    await two();
    await setting("home", { set: ["floors=3"], secret: ["code"] }, "the project's\n");
    expect(fixture.saved().profiles).toEqual({
      home: {
        type: "door",
        schemes: {
          door: { floors: 3, code: { $secret: expect.stringMatching(/^home\.door\.code\.\w{6}$/) } },
        },
      },
    });
    expect((await fixture.secretNames()).length).toBe(2);
  });
  it("is shown as one that overrides the user's", async () => {
    await two();
    const lower = join(fixture.folder, "user.json");
    const { out } = await fixture.run((host) => runShow(host, "home"));
    expect(out).toContain(`overrides  the profile of the same name in ${lower}`);
    const listed = await fixture.run(runList);
    expect(listed.err).toContain(`home: overrides the profile of the same name in ${lower}\n`);
    const shown = await fixture.run((host) => runShow(host, "home"), { json: true });
    const all = await fixture.run(runList, { json: true });
    const profile = { name: "home", overrides: [lower] };
    expect(parseRecords(shown.out)).toMatchObject([{ profile }]);
    expect(parseRecords(all.out)).toMatchObject([{ profiles: [profile] }]);
  });
  it("takes effect from the user's file when it is removed from the project, secrets included", async () => {
    await two();
    const { err } = await removed("home");
    expect(err).toContain(`The profile in ${join(fixture.folder, "user.json")} is in effect now.\n`);
    expect(err).not.toContain("Secrets deleted");
    expect(await fixture.secretNames()).toEqual(["home.door.code"]);
  });
});

describe("auth remove", () => {
  it("names the backends that use the profile, even with --yes", async () => {
    const backends = { studio: { kind: "remote", baseUrl: "http://127.0.0.1:1/", auth: "home" } };
    fixture = await createAuthFixture({ home: door }, { backends });
    const { err } = await removed("home");
    expect(err).toContain("The backend studio still refers to it.\n");
    expect(err).not.toContain("ecret");
  });
  it("can be undone without the secrets, which are named", async () => {
    fixture = await createAuthFixture({ home: withCode("home.door.code") });
    await fixture.keepSecret("home.door.code", "c-o-d-e");
    await removed("home");
    const { err } = await undone("home");
    expect(err).toContain("These secrets were deleted and are not restored: home.door.code.\n");
    expect(err).toContain("Next: pictor auth set home --secret code\n");
  });
  it("without a change to undo fails", async () => {
    fixture = await createAuthFixture({ home: door });
    expect(await undone("hom")).toMatchObject(ending(2, "AUTH_PROFILE_UNKNOWN"));
    expect(await undone("home")).toMatchObject({ err: expect.stringContaining("PROFILE_NO_UNDO") });
  });
});

describe("auth discover for a new profile", () => {
  const found = () => fixture.run((host) => runDiscover(host, "home", "h.example", { type: "door" }));
  it("is one change, which can be undone", async () => {
    fixture = await createAuthFixture();
    fixture.scheme.actions["discover"] = () => Promise.resolve({ edit: { door: { house: "h" } } });
    const filled: CommandHost[] = [];
    const { code } = await fixture.run((host) => {
      const withProfile: CommandHost["withProfile"] = async (name, profile) => {
        const other = await host.withProfile(name, profile);
        filled.push(other);
        return other;
      };
      return runDiscover({ ...host, withProfile }, "home", "h.example", { type: "door" }).then(
        async (ended) => {
          expect(fixture.saved().profiles).toEqual({
            home: { type: "door", schemes: { door: { house: "h" } } },
          });
          // The undo step is in the memory of the kernel that made the change.
          for (const other of filled) await runUndo(other, "home");
          return ended;
        },
      );
    });
    expect({ code, saved: fixture.saved() }).toEqual({ code: 0, saved: {} });
  });
  it("leaves no profile and no undo step after a failure", async () => {
    fixture = await createAuthFixture();
    fixture.scheme.actions["discover"] = () =>
      Promise.reject(fault("AUTH_REFUSED", { where: "u", reason: "r" }));
    const before = readFileSync(join(fixture.folder, "pictor.json"), "utf8");
    expect(await found()).toMatchObject({ code: 8 });
    expect(readFileSync(join(fixture.folder, "pictor.json"), "utf8")).toBe(before);
    expect(await undone("home")).toMatchObject({ err: expect.stringContaining("AUTH_PROFILE_UNKNOWN") });
  });
});

describe("auth output", () => {
  const unset = { ...door, schemes: { door: { ...door.schemes.door, code: { $env: "PICTOR_NOT_SET" } } } };
  it.each([["list"], ["show"]])(
    "explains in %s why a setting cannot be read, and what to do",
    async (command) => {
      fixture = await createAuthFixture({ home: unset });
      const { out, err } = await fixture.run(command === "list" ? runList : (host) => runShow(host, "home"));
      expect(out + err).toContain("$env PICTOR_NOT_SET, which is not set.");
      expect(err).toContain("Next: set PICTOR_NOT_SET in the environment\n");
      expect(err).not.toContain("pictor auth set");
    },
  );
  it("redacts no label, even if the password equals a part of it", async () => {
    fixture = await createAuthFixture();
    const typed = { type: "door", set: ["house=my secret house"], secret: ["code"] };
    const { err } = await setting("home", typed, "secret\n");
    expect(err).toContain("Its secrets are in the memory of this process");
    const { out } = await fixture.run((host) => runShow(host, "home"));
    expect(out).toContain("\nsecrets  ");
    expect(out).toContain("my *** house");
    expect(out).toContain("$secret home.door.code.");
  });
  it("prints the same note once", async () => {
    fixture = await createAuthFixture({ home: door });
    fixture.scheme.status = { state: "ready", notes: ["Saved by hand.", "Granted: read."] };
    fixture.scheme.actions["discover"] = () => Promise.resolve({ notes: ["Granted: read."] });
    const { err } = await fixture.run((host) => runDiscover(host, "home", "h", {}));
    expect(err.split("Granted: read.").length).toBe(2);
    expect(err).toContain("note: Saved by hand.");
  });
});
