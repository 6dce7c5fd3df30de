// Signing in with a browser: on whatever port there is, and what becomes of the older token when it comes to nothing.

import { afterEach, describe, expect, it } from "vitest";
import {
  expectFree,
  freePort,
  occupy,
  waitFor,
} from "../../plugins/auth-oauth2/authorize/authorize.test.support.js";
import { createStages, hold, lifeMs, type Stage } from "./stage.test.support.js";

const stages = createStages();
const usualPort = 17_823;

const held: { free(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { free } of held.splice(0)) await free();
});

/** Long enough for any sign-in of another test to end. */
const patienceMs = 10_000;

/** Waits for its turn, since other tests sign in at the same time; what another program keeps is busy, too. */
async function take(port: number, host: string): Promise<number> {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const taken = await occupy(port, host).catch(() => undefined);
    if (taken !== undefined) {
      held.push(taken);
      return taken.port;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return port;
}

describe("a sign-in", () => {
  it.each([[["127.0.0.1"]], [["::1"]], [["127.0.0.1", "::1"]]])("with the port busy on %j", async (hosts) => {
    for (const host of hosts) await take(usualPort, host);
    const { save, login, send, person } = await stages.open();
    await save("work", "authorization_code");
    const { notes, view } = await login("work");
    const sent = new URL(person.signIns[0]?.authorizationUrl ?? "").searchParams.get("redirect_uri") ?? "";
    expect(new URL(sent)).toMatchObject({ hostname: "localhost", pathname: "/callback" });
    expect(new URL(sent).port).not.toBe(String(usualPort));

    const told = `Port ${usualPort} is in use, so the redirect URI of this sign-in is ${sent};`;
    expect(person.texts).toContainEqual(expect.stringContaining(told));
    expect([notes, view.status.notes]).toEqual([[], []]);
    expect((await send("work")).status).toBe(200);
  });

  it("without a browser takes the address that the person carries over", async () => {
    const { save, login, send, person } = await stages.open();
    person.hasBrowser = false;
    await save("work", "authorization_code");
    expect((await login("work")).view.status.state).toBe("ready");
    expect((await send("work")).status).toBe(200);
  });

  it("with a callback URL of the person's own uses that port or none", async () => {
    const port = await take(0, "127.0.0.1");
    const { save, login, send, profiles } = await stages.open();
    await save("work", "authorization_code", { callbackUrl: `http://127.0.0.1:${port}/callback` });
    await expect(login("work")).rejects.toMatchObject({ code: "OAUTH_CALLBACK_BUSY" });
    expect((await profiles.view("work")).status.state).toBe("signed-out");
    await held.pop()?.free();
    await login("work");
    expect((await send("work")).status).toBe(200);
  });
});

/** On a port of its own, so that nobody else's sign-in is in the way. */
const signedIn = async () =>
  stages.signedIn("authorization_code", { callbackUrl: `http://localhost:${await freePort()}/callback` });

/** A second sign-in that waits for the person; its port is told. */
async function waiting(stage: Stage) {
  const { person, profiles } = stage;
  const controller = new AbortController();
  const cancel = () => {
    controller.abort(new Error("enough"));
  };
  const before = person.opened.length;
  const outcome = profiles
    .run("work", "login", { signal: controller.signal })
    .catch((error: unknown) => error);
  await waitFor(() => person.opened.length > before);
  return { outcome, cancel, port: Number(new URL(person.opened[before] ?? "").port) };
}

/** It is there, it is used, and it can be renewed. */
async function expectOlderToken({ profiles, send, api, clock }: Stage): Promise<void> {
  expect((await profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: true });
  expect((await send("work")).status).toBe(200);
  expect(new Set(api.tokens).size).toBe(1);
  await clock.advance(lifeMs);
  expect((await send("work")).status).toBe(200);
}

describe("an older token stays when a sign-in", () => {
  it("is denied", async () => {
    const stage = await signedIn();
    stage.person.decision = "denies";
    await expect(stage.login("work")).rejects.toMatchObject({ code: "OAUTH_DENIED" });
    await expectOlderToken(stage);
  });

  it("is cancelled while the browser is open", async () => {
    const stage = await signedIn();
    stage.person.decision = "waits";
    const { outcome, cancel, port } = await waiting(stage);
    cancel();
    expect(await outcome).toMatchObject({ message: "enough" });
    await expectFree(port);
    await expectOlderToken(stage);
  });

  it("is cancelled while the token is on its way", async () => {
    const stage = await signedIn();
    const answer = hold(stage.provider, "/token");
    const { outcome, cancel } = await waiting(stage);
    await answer.arrived;
    cancel();
    expect(await outcome).toMatchObject({ message: "enough" });
    answer.release();
    await expectOlderToken(stage);
  });

  it("is finished by nobody", async () => {
    const stage = await signedIn();
    stage.person.decision = "waits";
    const { outcome, port } = await waiting(stage);
    await stage.clock.advance(300_000);
    const redirectUri = `http://localhost:${port}/callback`;
    expect(await outcome).toMatchObject({ code: "OAUTH_TIMEOUT", details: { redirectUri } });
    await expectFree(port);
    await expectOlderToken(stage);
  });
});

describe("a kernel that is disposed", () => {
  it("ends the sign-in that waits, and frees its port", async () => {
    const stage = await signedIn();
    stage.person.decision = "waits";
    const { outcome, port } = await waiting(stage);
    await stage.kernel.dispose();
    expect(await outcome).toMatchObject({ code: "KERNEL_DISPOSED" });
    await expectFree(port);
  });
});
