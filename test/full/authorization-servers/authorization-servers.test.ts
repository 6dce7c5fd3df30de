// Authorization servers that are not part of this project: every grant, refresh, rotation, revocation and discovery.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestBed, tokenLifetimeMs } from "../../oauth/test-bed.test.support.js";
import {
  account,
  clientSecret,
  type AuthorizationServer,
  type Fields,
  type Grant,
  type ServerKind,
} from "./authorization-server.test.support.js";
import { djangoOauthToolkit } from "./django-oauth-toolkit.test.support.js";
import { glewlwyd } from "./glewlwyd.test.support.js";
import { freePort } from "../../free-port.test.support.js";

const servers: readonly ServerKind[] = [djangoOauthToolkit, glewlwyd];
for (const { name, missing } of servers)
  if (missing !== undefined) console.log(`-- skipped: signing in at ${name}: ${missing}`);

/** What a user enters for each grant at any server. */
const common: Readonly<Record<Grant, Fields>> = {
  authorization_code: { scopes: "openid read" },
  device_code: { scopes: "openid read" },
  password: { username: account.username, password: { $secret: "password" }, scopes: "read" },
  client_credentials: { scopes: "read" },
};

for (const { name, missing, ...kind } of servers)
  describe.skipIf(missing !== undefined)(name, () => {
    testServer(kind);
  });

function testServer({ start, personal, canDeny, cannotRevoke }: Omit<ServerKind, "name" | "missing">) {
  let server: AuthorizationServer;
  let callbackUrl: string;
  beforeAll(async () => {
    callbackUrl = `http://127.0.0.1:${await freePort()}/callback`;
    server = await start(callbackUrl);
  });
  afterAll(() => server.close());

  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** A profile `work` with the fields of a grant, filled by discovery. */
  async function open(grantType: Grant, more: Fields = {}, address = server.issuer) {
    const bed = await createTestBed(server);
    closing.push(bed.close);
    await bed.pictor.secrets.set("client-secret", clientSecret);
    await bed.pictor.secrets.set("password", account.password);
    await bed.pictor.secrets.set("wrong", "wr0ng");
    const fields = { grantType, callbackUrl, ...common[grantType], ...server.clients[grantType], ...more };
    await bed.profiles.save("work", { type: "oauth2", schemes: { oauth2: fields } });
    const { view } = await bed.profiles.run("work", "discover", { input: address });
    const secretsFile = join(bed.folder, "secrets.json");
    return {
      ...bed,
      view,
      run: (action: string) => bed.profiles.run("work", action),
      status: async () => (await bed.profiles.view("work")).status,
      readSecrets: () => readFileSync(secretsFile, "utf8"),
      restoreSecrets: (text: string) => writeFileSync(secretsFile, text),
    };
  }

  describe("is discovered by", () => {
    const document = "/.well-known/openid-configuration";
    it.each(["", "/", document, `${document}/`])("its issuer and %j", async (ending) => {
      const { view } = await open("authorization_code", {}, server.issuer + ending);
      expect(view).toMatchObject({ configured: true, status: { state: "signed-out" } });
      expect(view.profile.schemes["oauth2"]).toMatchObject({ issuer: server.issuer });
    });
  });

  describe.each(personal)("%s", (grantType) => {
    it("signs in, and the token is accepted", async () => {
      const { login, send, status } = await open(grantType);
      await login("work");
      expect((await send("work")).status).toBe(200);
      expect(await status()).toMatchObject({ state: "ready", refreshable: true });
    });

    it("refreshes an expired token within a request", async () => {
      const { login, send, clock, api } = await open(grantType);
      await login("work");
      await send("work");
      await clock.advance(tokenLifetimeMs);
      expect((await send("work")).status).toBe(200);
      expect(new Set(api.tokens).size).toBe(2);
    });

    it("gets another refresh token with each refresh, and the earlier one leads to another sign-in", async () => {
      const { login, run, readSecrets, restoreSecrets, status, clock } = await open(grantType);
      await login("work");
      const earlier = readSecrets();
      await run("refresh");
      await run("refresh");
      restoreSecrets(earlier);
      await expect(run("refresh")).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
      await clock.advance(tokenLifetimeMs);
      expect(await status()).toMatchObject({ state: "expired", refreshable: false });
      await login("work");
      expect(await status()).toMatchObject({ state: "ready", refreshable: true });
    });

    it("revokes the token when it is cleared, or tells why the provider did not", async () => {
      const { login, send, run, api, status } = await open(grantType);
      await login("work");
      await send("work");
      const [token = ""] = api.tokens;
      expect(await server.isActive(token)).toBe(true);
      const { notes } = await run("clear");
      const isRefused = cannotRevoke.includes(grantType);
      const text = isRefused ? "did not revoke it: .* status 401" : "removed and revoked";
      expect(notes).toEqual([expect.stringMatching(text)]);
      expect(await server.isActive(token)).toBe(isRefused);
      expect((await status()).state).toBe("signed-out");
    });
  });

  it.runIf(canDeny)("reports a sign-in that the user denies", async () => {
    const { login, user } = await open("authorization_code");
    user.decision = "denies";
    await expect(login("work")).rejects.toMatchObject({ code: "OAUTH_DENIED" });
  });

  it("advises to check the user name and the password if they are wrong", async () => {
    const { login } = await open("password", { password: { $secret: "wrong" } });
    await expect(login("work")).rejects.toMatchObject({
      code: "OAUTH_REFUSED",
      hint: expect.stringContaining("user name and password"),
    });
  });

  describe("client credentials", () => {
    it("give a token within a request, and another one when it has expired", async () => {
      const { send, clock, api, status } = await open("client_credentials");
      expect((await send("work")).status).toBe(200);
      await clock.advance(tokenLifetimeMs);
      expect((await send("work")).status).toBe(200);
      expect(new Set(api.tokens).size).toBe(2);
      expect((await status()).state).toBe("ready");
    });

    it("revoke the token when it is cleared", async () => {
      const { send, run, api } = await open("client_credentials");
      await send("work");
      const [token = ""] = api.tokens;
      expect((await run("clear")).notes).toEqual([expect.stringContaining("removed and revoked")]);
      expect(await server.isActive(token)).toBe(false);
    });

    it("are told to be wrong", async () => {
      const { login } = await open("client_credentials", { clientSecret: { $secret: "wrong" } });
      await expect(login("work")).rejects.toMatchObject({
        code: "OAUTH_REFUSED",
        hint: expect.stringContaining("Check the client ID and secret"),
      });
    });
  });
}
