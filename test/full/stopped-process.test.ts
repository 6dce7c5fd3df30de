// Processes that are stopped during a refresh of a token, with the real stores: no rotated token is lost, and no lock
// of another one.

import { createServer } from "node:http";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { startLockProcess } from "@pictor/locks/testing";
import { describe, it, type TestContext } from "vitest";

/** A provider with rotating refresh tokens: each works once. `hold` delays the answer to the request that is under way. */
async function startProvider({ onTestFinished }: TestContext) {
  const state = {
    current: "refresh-0",
    count: 0,
    seen: [] as string[],
    hold: undefined as Promise<void> | undefined,
  };
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "", "http://x").searchParams.get("token") ?? "";
    state.seen.push(token);
    const answer = (): void => {
      if (token !== state.current) {
        response.writeHead(400).end();
        return;
      }
      state.current = `refresh-${++state.count}`;
      response.end(JSON.stringify({ access: `access-${state.count}`, refresh: state.current }));
    };
    const { hold } = state;
    if (hold === undefined) answer();
    else void hold.then(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** One `pictor` process: a store of secrets in a file, and the token store over it. Prints the access token that it would use. */
const program = `
import { openFileStore } from "./plugins/secrets-file/file-store.ts";
import { TokenStore } from "./plugins/auth-oauth2/tokens/token-store.ts";
import { settingWith, tokenResponse, grantErrors } from "./plugins/auth-oauth2/testing/token-store.ts";
const [path, url, does] = args;
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const secrets = await openFileStore({ path, shownPath: path, hasOwnFolder: true, passphrase: "", uid: process.getuid?.(), clock, logger });
const response = (accessToken, refreshToken) => tokenResponse({ accessToken, refreshToken, requestedAtMs: Date.now(), expiresAtMs: Date.now() + 3_600_000 });
const refresh = async (_setting, token) => {
  const reply = await fetch(url + "/?token=" + token);
  if (!reply.ok) throw grantErrors["invalid-grant"];
  const { access, refresh } = await reply.json();
  return response(access, refresh);
};
const tokens = new TokenStore({ secrets, clock, logger, hide() {} }, { refresh, fetch: () => { throw new Error("no"); } }, new AbortController().signal);
const setting = settingWith();
if (does === "sign in") await tokens.save(setting, response("access-0", "refresh-0"));
else await tokens.renew(setting).then(({ accessToken }) => say(accessToken), (error) => say(error.code));
say((await tokens.stored(setting))?.refreshToken ?? "none");
process.exit();
`;

async function stage(test: TestContext) {
  const { expect } = test;
  const folder = createTestFolder();
  const provider = await startProvider(test);
  const start = (does = "renew") =>
    startLockProcess(test, program, join(folder, "secrets.json"), provider.url, does);
  const signIn = start("sign in");
  expect(await signIn.next()).toBe("refresh-0");
  let answer: () => void = () => undefined;
  provider.state.hold = new Promise<void>((resolve) => (answer = resolve));
  const first = start();
  await expect.poll(() => provider.state.seen, { timeout: 60_000 }).toEqual(["refresh-0"]);
  provider.state.hold = undefined;
  first.kill("SIGSTOP");
  return { folder, provider, start, first, answer };
}

// Each mostly waits until a lock expires.
describe
  .skipIf(process.platform === "win32")
  .concurrent("a process that is stopped while the provider answers its refresh", () => {
    it("stores the rotated token when it goes on, although another one has taken over the lock", async (test) => {
      const { expect } = test;
      const { folder, provider, start, first, answer } = await stage(test);
      answer();
      await expect.poll(() => provider.state.current).toBe("refresh-1");
      const second = start();
      expect([await second.next(), await second.next()]).toEqual(["AUTH_ACTION_NEEDED", "refresh-0"]);
      first.kill("SIGCONT");
      expect([await first.next(), await first.next()]).toEqual(["access-1", "refresh-1"]);
      const third = start();
      expect([await third.next(), await third.next()]).toEqual(["access-2", "refresh-2"]);
      expect(provider.state.seen).toEqual(["refresh-0", "refresh-0", "refresh-1"]);
      expect(await readdir(folder)).toEqual(["secrets.json"]);
    });

    it("uses the token of the one that took over, and does not replace it", async (test) => {
      const { expect } = test;
      const { folder, provider, start, first, answer } = await stage(test);
      const second = start();
      expect([await second.next(), await second.next()]).toEqual(["access-1", "refresh-1"]);
      answer();
      first.kill("SIGCONT");
      expect([await first.next(), await first.next()]).toEqual(["access-1", "refresh-1"]);
      expect(provider.state.seen).toEqual(["refresh-0", "refresh-0"]);
      expect(await readdir(folder)).toEqual(["secrets.json"]);
    });
  });
