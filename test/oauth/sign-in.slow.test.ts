// Signing in when there is no browser, and when there is an older token.

import { expect, it } from "vitest";
import {
  expectPortFree,
  findFreePort,
  waitFor,
} from "../../plugins/auth-oauth2/testing/authorization-flow.js";
import { createTestBeds, holdResponse, tokenLifetimeMs, type TestBed } from "./test-bed.test.support.js";

const beds = createTestBeds();
it("a sign-in succeeds without a browser, with a pasted callback URL", async () => {
  const { save, login, send, user } = await beds.open();
  user.hasBrowser = false;
  await save("work", "authorization_code");
  expect((await login("work")).view.status.state).toBe("ready");
  expect((await send("work")).status).toBe(200);
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

it("an older token stays if a sign-in is cancelled while the provider sends the token", async () => {
  const bed = await signedIn();
  const { profiles, send, api, clock } = bed;
  const held = holdResponse(bed.provider, "/token");
  const { outcome, cancel, port } = await startSecondSignIn(bed);
  await held.received;
  cancel();
  expect(await outcome).toMatchObject({ message: "enough" });
  held.release();
  await expectPortFree(port);
  expect((await profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: true });
  expect((await send("work")).status).toBe(200);
  expect(new Set(api.tokens).size).toBe(1);
  await clock.advance(tokenLifetimeMs);
  expect((await send("work")).status).toBe(200);
});

it("disposing the kernel ends a sign-in that waits, and frees its port", async () => {
  const bed = await signedIn();
  bed.user.decision = "waits";
  const { outcome, port } = await startSecondSignIn(bed);
  await bed.pictor.dispose();
  expect(await outcome).toMatchObject({ code: "KERNEL_DISPOSED" });
  await expectPortFree(port);
});
