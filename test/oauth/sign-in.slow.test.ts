// Signing in when the port is in use, when there is no browser, and when there is an older token.

import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import {
  expectPortFree,
  findFreePort,
  occupyPort,
  waitFor,
} from "../../plugins/auth-oauth2/testing/authorization-flow.js";
import { createTestBeds, holdResponse, tokenLifetimeMs, type TestBed } from "./test-bed.test.support.js";

const beds = createTestBeds();
const defaultPort = 17_823;

const occupied: { release(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { release } of occupied.splice(0)) await release();
});

/** Longer than any sign-in of another test. */
const maxWaitMs = 10_000;

/** Occupies the default port. Other tests use it at the same time, and a port that another program keeps is busy, too. */
async function occupyDefaultPort(host: string): Promise<void> {
  for (const end = Date.now() + maxWaitMs; Date.now() < end;) {
    const port = await occupyPort(defaultPort, host).catch(() => undefined);
    if (port !== undefined) {
      occupied.push(port);
      return;
    }
    await wait(10);
  }
}

describe("a sign-in", () => {
  it("succeeds with the default port busy", async () => {
    for (const host of ["127.0.0.1", "::1"]) await occupyDefaultPort(host);
    const { save, login, send, user } = await beds.open();
    await save("work", "authorization_code");
    const { notes, view } = await login("work");
    const sent = new URL(user.signIns[0]?.authorizationUrl ?? "").searchParams.get("redirect_uri") ?? "";
    expect(new URL(sent)).toMatchObject({ hostname: "localhost", pathname: "/callback" });
    expect(new URL(sent).port).not.toBe(String(defaultPort));

    expect(user.texts).toContainEqual(expect.stringMatching(new RegExp(`${defaultPort}.*${sent}`)));
    expect([notes, view.status.notes]).toEqual([[], []]);
    expect((await send("work")).status).toBe(200);
  });

  it("succeeds without a browser, with a pasted callback URL", async () => {
    const { save, login, send, user } = await beds.open();
    user.hasBrowser = false;
    await save("work", "authorization_code");
    expect((await login("work")).view.status.state).toBe("ready");
    expect((await send("work")).status).toBe(200);
  });
});

it("a sign-in with a token that cannot be attached is an error, and an earlier token stays", async () => {
  const { save, login, outcomeOf, provider } = await beds.open();
  await save("work", "client_credentials");
  await login("work");
  const mac = JSON.stringify({ access_token: "t0p", token_type: "mac" });
  provider.intercept("/token", (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(mac);
  });
  await expect(login("work")).rejects.toMatchObject({
    code: "OAUTH_TOKEN_UNUSABLE",
    message: expect.stringContaining('its type is "mac"'),
  });
  expect(await outcomeOf("work")).toBe(200);
});

/** A signed-in test bed with a port of its own, which no other test uses. */
const signedIn = async () =>
  beds.openSignedIn("authorization_code", {
    callbackUrl: `http://localhost:${await findFreePort()}/callback`,
  });

/** Starts a second sign-in, which waits for the user. */
async function startSecondSignIn(bed: TestBed) {
  const { user, profiles } = bed;
  const controller = new AbortController();
  const cancel = () => controller.abort(new Error("enough"));
  const before = user.opened.length;
  const outcome = profiles
    .run("work", "login", { signal: controller.signal })
    .catch((error: unknown) => error);
  await waitFor(() => user.opened.length > before);
  return { outcome, cancel, port: Number(new URL(user.opened[before] ?? "").port) };
}

/** Expects that the older token is stored, used and renewed. */
async function expectOlderToken({ profiles, send, api, clock }: TestBed): Promise<void> {
  expect((await profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: true });
  expect((await send("work")).status).toBe(200);
  expect(new Set(api.tokens).size).toBe(1);
  await clock.advance(tokenLifetimeMs);
  expect((await send("work")).status).toBe(200);
}

describe("an older token stays if a sign-in", () => {
  it("is cancelled while it waits for the browser", async () => {
    const bed = await signedIn();
    bed.user.decision = "waits";
    const { outcome, cancel, port } = await startSecondSignIn(bed);
    cancel();
    expect(await outcome).toMatchObject({ message: "enough" });
    await expectPortFree(port);
    await expectOlderToken(bed);
  });

  it("is cancelled while the provider sends the token", async () => {
    const bed = await signedIn();
    const held = holdResponse(bed.provider, "/token");
    const { outcome, cancel } = await startSecondSignIn(bed);
    await held.received;
    cancel();
    expect(await outcome).toMatchObject({ message: "enough" });
    held.release();
    await expectOlderToken(bed);
  });
});

it("disposing the kernel ends a sign-in that waits, and frees its port", async () => {
  const bed = await signedIn();
  bed.user.decision = "waits";
  const { outcome, port } = await startSecondSignIn(bed);
  await bed.pictor.dispose();
  expect(await outcome).toMatchObject({ code: "KERNEL_DISPOSED" });
  await expectPortFree(port);
});
