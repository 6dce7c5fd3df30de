// Limiting a profile to the addresses that use it: asked on a terminal, a command elsewhere.

import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createAuthFixture, type AuthFixture, type RunOptions } from "../../testing/auth-fixture.js";
import { keyboard } from "../../testing/fake-streams.js";
import { originsInUse } from "./bind-profile.js";
import { runProfileAction } from "./run-action.js";

let fixture: AuthFixture;
afterEach(() => fixture.dispose());

const home = { type: "door", schemes: { door: { house: "1" } } };
const backends = {
  studio: { kind: "remote", baseUrl: "https://studio.example/comfy", auth: "home" },
  other: { kind: "remote", baseUrl: "https://other.example", auth: "work" },
};
async function open(profile: object = home, used: object = backends): Promise<void> {
  fixture = await createAuthFixture({ home: profile }, { backends: used });
  fixture.scheme.actions["login"] = () => {
    fixture.scheme.status = { state: "ready" };
    return Promise.resolve({});
  };
}
const acting = (action: string, more: RunOptions = {}) =>
  fixture.run(
    (host) => runProfileAction(host, "home", action, action === "discover" ? "h" : undefined),
    more,
  );

/** Runs an action on a terminal, where the user types the answer as soon as a question is shown. */
async function answering(action: string, typed: string) {
  const stdin = keyboard();
  const done = acting(action, { stdin });
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  stdin.write(typed);
  return done;
}
const question = "Send the credentials of home only to https://studio.example?";
const command = "To limit them: pictor auth set home --origin https://studio.example\n";

describe.each(["login", "discover"])("after auth %s", (action) => {
  it("a terminal asks, and limits the profile to the origin of its backend", async () => {
    await open();
    const { code, err } = await answering(action, "1\r");
    expect([code, err]).toEqual([0, expect.stringContaining(question)]);
    expect(err).toContain("Its credentials are sent only to https://studio.example.\n");
    expect(fixture.saved().profiles).toEqual({ home: { ...home, origins: ["https://studio.example"] } });
  });

  it("Enter changes nothing, and the command is named", async () => {
    await open();
    const { err } = await answering(action, "\r");
    expect(err).toContain(command);
    expect(fixture.saved().profiles).toEqual({ home });
  });

  it("nothing is asked without a terminal, and the command is named", async () => {
    await open();
    const { code, err } = await acting(action);
    expect([code, err.includes(question), err.includes(command)]).toEqual([0, false, true]);
    expect(fixture.saved().profiles).toEqual({ home });
  });

  it("nothing is asked if no backend uses the profile, because its address is not known", async () => {
    await open(home, {});
    const { err } = await acting(action, { stdin: keyboard() });
    expect(err).toContain("To limit them: pictor auth set home --origin URL\n");
  });

  it("nothing is said about a profile with origins, or in a record", async () => {
    await open({ ...home, origins: ["https://a.example"] });
    expect((await acting(action, { stdin: keyboard() })).err).not.toContain("--origin");
    await fixture.dispose();
    await open();
    expect((await acting(action, { json: true })).out).not.toContain("--origin");
  });
});

it("a later sign-in does not ask again", async () => {
  await open();
  await acting("login");
  expect((await acting("login", { stdin: keyboard() })).err).not.toContain("credentials");
});

it("the origins of the backends that use a profile are known, but for those with variables", () => {
  const remote = (baseUrl: unknown, auth = "home") => ({ kind: "remote", baseUrl, auth });
  const used = {
    a: remote("https://a.example/x"),
    again: remote("https://a.example/y"),
    b: remote("http://127.0.0.1:8188"),
    variable: remote("https://{{host}}"),
    file: remote("file:///a"),
    none: remote(undefined),
    another: remote("https://c.example", "work"),
  };
  expect(originsInUse({ values: { backends: used } }, "home")).toEqual([
    "https://a.example",
    "http://127.0.0.1:8188",
  ]);
});
