// `pictor auth` over the real kernel: what it writes and prints, and that it never prints a secret.

import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fault, type AuthStatus } from "@pictor/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAuthFixture, type RunOptions, type AuthFixture } from "../../testing/auth-fixture.js";
import { keyboard, piped } from "../../testing/fake-streams.js";
import type { AuthSetOptions } from "./edit-profile.js";
import { runList } from "./list-profiles.js";
import { runRemove } from "./remove-profile.js";
import { type AuthDiscoverOptions, runDiscover, runProfileAction } from "./run-action.js";
import { runSet } from "./set-profile.js";
import { runShow } from "./show-profile.js";
import { runUndo } from "./undo-profile.js";
import { ending } from "../../testing/ending.js";

let fixture: AuthFixture;
beforeEach(async () => {
  fixture = await createAuthFixture();
});
afterEach(() => fixture.dispose());

const setting = (name: string, options: AuthSetOptions, more: RunOptions = {}) =>
  fixture.run((host) => runSet(host, name, options), more);
const door = { type: "door", set: ["house=1 Elm Street"] } as const;
const acting = (action: string, input?: string, more: RunOptions = {}) =>
  fixture.run((host) => runProfileAction(host, "home", action, input), more);
/** Matches the name of a secret with its random suffix. */
const named = (name: string): unknown => expect.stringMatching(new RegExp(`^${name}\\.[a-z\\d]{6}$`));
const record = (out: string): unknown => JSON.parse(out);

describe("auth set", () => {
  it("creates a profile, and prints its file and the next command", async () => {
    const { code, out, err } = await setting("home", door);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toBe(
      `Saved home in ${join(fixture.folder, "pictor.json")}.\nhome: signed out\nNext: pictor auth login home\n`,
    );
    expect(fixture.saved().profiles).toEqual({
      home: { type: "door", schemes: { door: { house: "1 Elm Street" } } },
    });
  });
  it("parses values by the scheme's schema, and keeps the other fields", async () => {
    await setting("home", door);
    await setting("home", { set: ["floors=3"], origin: ["https://api.example.org/v1"] });
    expect(fixture.saved().profiles).toEqual({
      home: {
        type: "door",
        schemes: { door: { house: "1 Elm Street", floors: 3 } },
        origins: ["https://api.example.org"],
      },
    });
    await setting("home", { unset: ["floors"], origin: ["any"] });
    expect(fixture.saved().profiles).toEqual({
      home: { type: "door", schemes: { door: { house: "1 Elm Street" } } },
    });
  });
  it("keeps the fields of the other schemes", async () => {
    await setting("home", door);
    await setting("home", { type: "basic", set: ["username=me"] });
    await setting("home", { scheme: "door", set: ["floors=2"] });
    expect(fixture.saved().profiles).toEqual({
      home: {
        type: "basic",
        schemes: { door: { house: "1 Elm Street", floors: 2 }, basic: { username: "me" } },
      },
    });
  });
  it("names the command that sets the missing fields", async () => {
    const { err } = await setting("home", { type: "door" });
    expect(err).toContain("home: missing: house\nNext: pictor auth set home --set house=...\n");
  });

  describe("secrets", () => {
    const kept = { $secret: named("home.door.code") };
    it("are typed without echo at a terminal", async () => {
      const stdin = keyboard();
      const done = setting("home", { ...door, secret: ["code"] }, { stdin });
      await setImmediate();
      stdin.write("T0PS3CRET\r");
      const { code, err } = await done;
      expect(code).toBe(0);
      expect(err).toContain("Door code (not shown): ");
      expect(err).not.toContain("T0PS3CRET");
      expect(err).toContain("Its secrets are in the memory of this process");
      expect(fixture.saved().profiles).toMatchObject({ home: { schemes: { door: { code: kept } } } });
      expect(JSON.stringify(fixture.saved())).not.toContain("T0PS3CRET");
    });
    it("are piped in, one line each, in their order", async () => {
      await setting("home", { ...door, secret: ["code", "pin"] }, { stdin: piped("c-o-d-e\np-i-n\n") });
      const seen = await tokensOf();
      expect(seen).toEqual({ code: "c-o-d-e", pin: "p-i-n" });
    });
    it("with several lines are piped in as a whole", async () => {
      await setting("home", { ...door, secret: ["plan"] }, { stdin: piped("first\nsecond\n") });
      expect(await tokensOf()).toMatchObject({ plan: "first\nsecond" });
      expect(await setting("home", { secret: ["plan"] }, { stdin: keyboard() })).toMatchObject(
        ending(2, "Write --secret plan=file:PATH, or pipe it in."),
      );
    });
    it("may be in a variable or a file", async () => {
      const secret = ["code=env:DOOR_CODE", "plan=file:keys/plan.txt", "pin"];
      await setting("home", { ...door, secret }, { stdin: piped("1") });
      const saved = {
        code: { $env: "DOOR_CODE" },
        plan: { $file: join(process.cwd(), "keys/plan.txt") },
        pin: { $secret: named("home.door.pin") },
      };
      expect(fixture.saved().profiles).toMatchObject({ home: { schemes: { door: saved } } });
    });
    it("that are replaced or removed are deleted from the store", async () => {
      await setting("home", { ...door, secret: ["code", "pin"] }, { stdin: piped("aaaa\nbbbb\n") });
      expect(await fixture.secretNames()).toEqual([named("home.door.code"), named("home.door.pin")]);
      await setting("home", { secret: ["code=env:DOOR_CODE"], unset: ["pin"] });
      expect(await fixture.secretNames()).toEqual([]);
    });

    async function tokensOf(): Promise<unknown> {
      let seen: unknown;
      fixture.scheme.actions["rotate"] = ({ settings: { code, pin, plan } }) => {
        seen = { ...(code && { code }), ...(pin && { pin }), ...(plan && { plan }) };
        return Promise.resolve({});
      };
      await acting("rotate", "left");
      return seen;
    }
  });

  describe("refuses, and changes nothing", () => {
    const situations: readonly (readonly [string, AuthSetOptions, RunOptions, string])[] = [
      ["a secret on the command line", { set: ["code=T0PS3CRET"] }, {}, "Write --secret code"],
      ["a secret after --secret", { secret: ["code=T0PS3CRET"] }, {}, "stays in the shell history"],
      ["a variable without a name", { secret: ["code=env:T0P-S3CRET"] }, {}, "field=env:NAME"],
      ["an unknown field", { set: ["hose=a"] }, {}, 'has no setting "hose". Did you mean "house"?'],
      ["an unknown secret", { secret: ["cod"] }, {}, 'Did you mean "code"?'],
      ["an unknown field to remove", { unset: ["florrs"] }, {}, 'Did you mean "floors"?'],
      ["a word for a number", { set: ["floors=two"] }, {}, "expected a whole number"],
      ["a secret number", { secret: ["floors"] }, {}, "only a text field can be a secret"],
      ["an unknown scheme", { type: "dor" }, {}, 'Did you mean "door"?'],
      ["an invalid origin", { origin: ["T0PS3CRET"] }, {}, "--origin: expected a web address."],
      ["no option", {}, {}, "There is nothing to set."],
      ["an empty secret", { secret: ["code"] }, { stdin: piped("\n") }, "Nothing was given for code."],
      ["no secret at all", { secret: ["code"] }, { stdin: piped("") }, "Nothing was given for code."],
    ];
    it.each(situations)("%s", async (_name, options, more, text) => {
      await setting("home", door);
      const before = fixture.saved();
      const { code, err } = await setting("home", options, more);
      expect(code).toBe(2);
      expect(err.replace(/\n +/g, " ")).toContain(text);
      expect(err).not.toMatch(/T0P/);
      expect(fixture.saved()).toEqual(before);
    });
    it("a new profile without a scheme", async () => {
      const command = "pictor auth set home --type bearer --secret token";
      expect(await setting("home", { set: ["house=1"] })).toMatchObject(ending(2, command));
      expect(fixture.saved()).toEqual({ profiles: {} });
    });
    it.each(["", "a b", "--x", "__proto__", "a/b"])("the name %j", async (name) => {
      expect(await setting(name, door)).toMatchObject({ code: 2 });
      expect(fixture.saved()).toEqual({ profiles: {} });
    });
    it("Ctrl-C at the prompt", async () => {
      const controller = new AbortController();
      const prompted = { stdin: keyboard(), signal: controller.signal };
      const done = setting("home", { ...door, secret: ["code"] }, prompted);
      await setImmediate();
      controller.abort(new DOMException("Interrupted", "AbortError"));
      expect(await done).toMatchObject({ code: 5 });
      expect(fixture.saved()).toEqual({ profiles: {} });
    });
  });
});

describe("an action", () => {
  beforeEach(() => setting("home", door));
  const inOneHour = Date.now() + 3_600_000 + 5_000;

  it("login prints the scopes, the expiry, the place of the token, and how to use the profile", async () => {
    fixture.scheme.actions["login"] = () => {
      fixture.scheme.status = { state: "ready", expiresAtMs: inOneHour, refreshable: true };
      return Promise.resolve({ notes: ["Granted: read write."] });
    };
    const { code, out, err } = await acting("login");
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(
      /^Granted: read write\.\nThe token is kept in the memory of this process .*\nIts credentials are sent to any address .*\nhome: ready, expires \d{4}-\d\d-\d\d \d\d:\d\d \(in 60 minutes\)\n--auth home uses it: pictor request GET URL --auth home\n$/,
    );
  });
  it("login prints a record with --json", async () => {
    fixture.scheme.actions["login"] = (_setting, { interaction, signal }) => {
      interaction.showCode({ code: "AB-CD", url: "https://h/device", expiresAtMs: inOneHour }, signal);
      fixture.scheme.status = { state: "ready", expiresAtMs: inOneHour };
      return Promise.resolve({ notes: ["Granted: read."] });
    };
    const { out, err } = await acting("login", undefined, { json: true });
    const [shown, result] = out.trim().split("\n").map(record);
    expect(err).toBe("");
    expect(shown).toEqual({
      type: "code",
      code: "AB-CD",
      url: "https://h/device",
      expiresAt: new Date(inOneHour).toISOString(),
    });
    expect(result).toMatchObject({
      type: "result",
      exitCode: 0,
      notes: ["Granted: read.", expect.stringContaining("The token is kept in")],
      profile: { name: "home", status: { state: "ready", expiresAt: new Date(inOneHour).toISOString() } },
    });
  });
  it("paste takes its secret from standard input, not from the command line", async () => {
    const given: (string | undefined)[] = [];
    fixture.scheme.actions["paste"] = (_setting, { input }) => {
      given.push(input);
      return Promise.resolve({});
    };
    expect(await acting("paste", undefined, { stdin: piped("t-o-k-e-n\n") })).toMatchObject({ code: 0 });
    expect(await acting("paste", "t-o-k-e-n")).toMatchObject(ending(2, "Leave --input out"));
    expect(given).toEqual(["t-o-k-e-n"]);
    expect(await acting("paste")).toMatchObject(ending(2, "AUTH_ACTION_INPUT"));
  });
});

describe("auth discover", () => {
  const discovered = (options: AuthDiscoverOptions) =>
    fixture.run((host) => runDiscover(host, "home", "h.example", options));
  it("creates the profile that it fills", async () => {
    fixture.scheme.actions["discover"] = (_setting, { input }) =>
      Promise.resolve({ edit: { door: { house: input ?? "" } }, notes: ["Filled: house."] });
    expect(await discovered({ type: "door" })).toMatchObject(ending(0, "Filled: house.\n"));
    expect(fixture.saved().profiles).toEqual({
      home: { type: "door", schemes: { door: { house: "h.example" } } },
    });
  });
  it.each([
    [{}, "Schemes with discovery: door, oauth2."],
    [{ type: "basic" }, 'The scheme "basic" does not support discovery'],
  ])("needs a scheme with discovery: %j", async (options, text) => {
    expect(await discovered(options)).toMatchObject(ending(2, text));
    expect(fixture.saved()).toEqual({ profiles: {} });
  });
  it("keeps an existing profile if it fails", async () => {
    await setting("home", door);
    fixture.scheme.actions["discover"] = () =>
      Promise.reject(fault("AUTH_REFUSED", { where: "u", reason: "r" }));
    await discovered({ type: "door" });
    expect(fixture.saved().profiles).toHaveProperty("home");
  });
});

it("auth undo undoes the creation of a profile, or a change of one", async () => {
  const undone = () => fixture.run((host) => runUndo(host, "home"));
  await setting("home", door);
  expect(await undone()).toMatchObject(ending(0, "Removed home, which its last change had created"));
  expect(fixture.saved()).toEqual({});
  await setting("home", door);
  await setting("home", { set: ["house=2 Elm Street"] });
  expect(await undone()).toMatchObject(ending(0, "Undid the last change of home"));
});

describe("auth remove", () => {
  const removed = (options: { readonly yes?: true }, more: RunOptions = {}) =>
    fixture.run((host) => runRemove(host, "home", options), more);
  beforeEach(async () => {
    await setting("home", { ...door, secret: ["code"] }, { stdin: piped("c-o-d-e\n") });
    await setting("home.door", { ...door, secret: ["code"] }, { stdin: piped("other\n") });
  });

  it("clears the token first, then deletes the profile and its own secrets", async () => {
    const seen: unknown[] = [];
    fixture.scheme.actions["clear"] = ({ settings }) => {
      seen.push(settings["code"]);
      return Promise.resolve({});
    };
    expect(await removed({ yes: true })).toEqual({
      code: 0,
      out: "",
      err: expect.stringMatching(
        /^Removed home\.\nIts token is deleted\.\nSecrets deleted: home\.door\.code\.\w{6}\.\n$/,
      ),
    });
    expect(seen).toEqual(["c-o-d-e"]);
    expect(Object.keys(fixture.saved().profiles ?? {})).toEqual(["home.door"]);
    expect(await fixture.secretNames()).toEqual([named("home.door.door.code")]);
  });
  it("changes nothing if the token cannot be cleared", async () => {
    fixture.scheme.actions["clear"] = () =>
      Promise.reject(fault("SECRETS_LOCKED", { store: "s", seconds: 60 }));
    expect(await removed({ yes: true })).toMatchObject({ code: 2 });
    expect(fixture.saved().profiles).toHaveProperty("home");
    expect(await fixture.secretNames()).toContainEqual(named("home.door.code"));
  });
  it.each([
    ["y\r", false],
    ["1\r", false],
    ["\r", true],
  ])("asks at a terminal: %j", async (typed, isKept) => {
    const stdin = keyboard();
    const done = removed({}, { stdin });
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    stdin.write(typed);
    expect(await done).toMatchObject(ending(0, "Remove the profile home with its tokens and 1 secret?"));
    expect(Object.hasOwn(fixture.saved().profiles ?? {}, "home")).toBe(isKept);
  });
});

describe("auth show and list", () => {
  const openOther = async (profiles?: object) => {
    await fixture.dispose();
    fixture = await createAuthFixture(profiles);
  };
  const inTwoHours = Date.now() + 2 * 3_600_000 + 600_000;
  beforeEach(async () => {
    await setting("home", { ...door, secret: ["code"] }, { stdin: piped("T0PS3CRET\n") });
    fixture.scheme.status = {
      state: "ready",
      expiresAtMs: inTwoHours,
      refreshable: true,
      actions: ["clear", "rotate"],
      notes: ["The answer named no scope."],
    };
  });

  it("shows state, expiry, actions, notes, and the paths", async () => {
    const { code, out } = await fixture.run((host) => runShow(host, "home"));
    expect(code).toBe(0);
    expect(out).toMatch(
      /^home ✓\nscheme {7}Door Key \(door\)\nstate {8}ready\nexpires {6}\d{4}-.* \(in 2 hours\)\nrefreshable {2}yes\n/,
    );
    expect(out).toContain("door.code   $secret home.door.code");
    expect(out).toContain("pictor auth clear home                    Forget the key");
    expect(out).toContain("pictor auth run home rotate --input TEXT  Rotate the key");
    expect(out).toContain("The answer named no scope.");
    expect(out).toContain("the memory of this process");
    expect(out).not.toContain("T0PS3CRET");
  });
  it.each<[string, AuthStatus, string]>([
    ["a token in use", { state: "ready" }, "✓"],
    ["a sign-in that is needed", { state: "signed-out" }, "-"],
    ["an expired token", { state: "expired", refreshable: false, expiresAtMs: 0 }, "-"],
    ["a code to be confirmed", { state: "pending", expiresAtMs: 0 }, "-"],
  ])("has a check mark only for what can be used now: %s", async (_situation, status, mark) => {
    fixture.scheme.status = status;
    const { out } = await fixture.run(runList);
    expect(out.split("\n")[1]).toMatch(new RegExp(`^home +Door Key +${mark} `));
  });
  it("print a record with --json", async () => {
    const { out } = await fixture.run((host) => runShow(host, "home"), { json: true });
    expect(record(out)).toEqual({
      type: "result",
      status: "finished",
      exitCode: 0,
      profile: {
        name: "home",
        type: "door",
        title: "Door Key",
        configured: true,
        status: { state: "ready", expiresAt: new Date(inTwoHours).toISOString(), refreshable: true },
        actions: [
          { id: "clear", title: "Forget the key", command: "pictor auth clear home" },
          { id: "rotate", title: "Rotate the key", command: "pictor auth run home rotate --input TEXT" },
        ],
        notes: ["The answer named no scope."],
        schemes: { door: { house: "1 Elm Street", code: { $secret: named("home.door.code") } } },
        secrets: expect.stringContaining("memory"),
        file: join(fixture.folder, "pictor.json"),
      },
    });
  });
  it("lists all profiles, even one whose plugin is missing", async () => {
    await openOther({
      work: { type: "basic", schemes: { basic: { username: "me" } } },
      off: { type: "none", schemes: {} },
      gone: { type: "vanished", schemes: { vanished: { key: "T0PS3CRET" } } },
      plain: { type: "basic", schemes: { basic: { username: "me", password: "T0PS3CRET" } } },
      open: { type: "door", schemes: { door: {} } },
    });
    const { code, out, err } = await fixture.run(runList);
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => line.trimEnd())).toEqual([
      "NAME   SCHEME         STATE           EXPIRES",
      "gone               x  unusable",
      "off    No Auth     -  ready",
      "open   Door Key    -  missing: house",
      "plain  Basic Auth  x  unusable",
      "work   Basic Auth  ✓  ready",
      "",
    ]);
    expect(err).toContain('No plugin contributes the auth scheme "vanished"');
    expect(err).toMatch(/^plain: .*holds a secret as plain text/m);
    const all = await fixture.run(runList, { json: true });
    expect(record(all.out)).toMatchObject({
      profiles: [
        { name: "gone", error: { code: "AUTH_SCHEME_UNKNOWN" } },
        { name: "off" },
        { name: "open", status: { state: "missing", fields: ["house"] } },
        { name: "plain", status: { state: "missing", fields: [] } },
        { name: "work", type: "basic" },
      ],
    });
    expect(all.out).not.toContain("T0PS3CRET");
  });
  it("can remove a profile whose plugin is missing", async () => {
    await openOther({ gone: { type: "vanished", schemes: { vanished: {} } } });
    expect(await fixture.run((host) => runRemove(host, "gone", { yes: true }))).toMatchObject(
      ending(0, "Its token could not be deleted, if it had one"),
    );
    expect(fixture.saved()).toEqual({});
  });
  it("explains how to make a profile if there is none", async () => {
    await openOther();
    expect(await fixture.run(runList)).toMatchObject({ ...ending(0, "pictor auth set NAME"), out: "" });
  });
});
