// Tokens of the server while other calls and other processes change them.

import { join } from "node:path";
import { expect, it } from "vitest";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import { Credentials } from "./credentials.js";
import { readTokens } from "./token-file.js";

it("a token that is created while the server looks for revoked ones stays valid", async () => {
  const path = join(createTestFolder(), "tokens.json");
  let wait: Promise<void> | undefined;
  const credentials = new Credentials(path, createFakeClock(), {
    read: async (file) => {
      const [tokens, held] = [await readTokens(file), wait];
      await held;
      return tokens;
    },
  });
  const first = await credentials.create("first", ["read"]);
  await credentials.holderOf(first.token);

  let go = (): void => undefined;
  wait = new Promise((resolve) => (go = resolve));
  const looking = credentials.refresh();
  await readTokens(path);
  wait = undefined;
  const second = await credentials.create("second", ["read"]);
  await credentials.holderOf(second.token);
  go();
  await looking;
  expect(credentials.isRevoked(second.record.id)).toBe(false);
});

it("the sessions of a token end with it, also when another process has revoked it, and the tokens that are kept stay", async () => {
  const path = join(createTestFolder(), "tokens.json");
  const credentials = new Credentials(path, createFakeClock());
  const maker = await credentials.create("maker", ["admin"]);
  await credentials.holderOf(maker.token);
  const session = credentials.issue("panel", ["admin"], maker.record.id);
  const letIn = credentials.issue("panel", ["admin"], session.holder.tokenId);
  const kept = await credentials.create("kept", ["read"], { maker: session.holder.tokenId });
  await new Credentials(path, createFakeClock()).revoke(maker.record.id);
  await credentials.refresh();
  const holders = await Promise.all(
    [session.token, letIn.token, kept.token].map((token) => credentials.holderOf(token)),
  );
  expect(holders.map((holder) => holder?.name)).toEqual([undefined, undefined, "kept"]);
  expect(credentials.isRevoked(letIn.holder.tokenId)).toBe(true);
});

it("changes of several processes at the same time are all kept, and what one has revoked does not come back", async () => {
  const path = join(createTestFolder(), "tokens.json");
  const clock = createFakeClock();
  // Each reads the file only after the others have, as processes may.
  const waiting: (() => void)[] = [];
  const read = async (file: string) => {
    const tokens = await readTokens(file);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      setImmediate(() => {
        for (const go of waiting.splice(0)) go();
      });
    });
    return tokens;
  };
  const open = () => new Credentials(path, clock, { read });
  const processes = Array.from({ length: 4 }, open);
  const created = await Promise.all(processes.map((each, index) => each.create(`${index}`, ["read"])));
  expect((await open().list()).map(({ name }) => name).sort()).toEqual(["0", "1", "2", "3"]);
  const [revoked, ...others] = created;
  await Promise.all([
    open().revoke(revoked?.record.id ?? ""),
    ...others.map(({ token }) => open().holderOf(token)),
  ]);
  expect((await open().list()).map(({ name }) => name).sort()).toEqual(["1", "2", "3"]);
});

it.each(["", " \t"])("the name %j is none, and nothing is kept", async (name) => {
  const path = join(createTestFolder(), "tokens.json");
  const credentials = new Credentials(path, createFakeClock());
  await expect(credentials.create(name, ["read"])).rejects.toMatchObject({ code: "API_INPUT_INVALID" });
  expect(await credentials.list()).toEqual([]);
});

it("the use of a token is noted for it alone", async () => {
  const path = join(createTestFolder(), "tokens.json");
  const clock = createFakeClock();
  const credentials = new Credentials(path, clock);
  const used = await credentials.create("used", ["read"]);
  await credentials.create("other", ["read"]);
  await clock.advance(3_600_000);
  await credentials.holderOf(used.token);
  expect((await credentials.list()).map(({ name, lastUsedAtMs }) => [name, lastUsedAtMs])).toEqual([
    ["used", clock.now()],
    ["other", undefined],
  ]);
});

/** Credentials that call `onRead` after each time that they have read the file, and before they use what they have read. */
async function credentialsWith(onRead: () => void): Promise<Credentials> {
  const path = join(createTestFolder(), "tokens.json");
  return new Credentials(path, createFakeClock(), {
    read: async (file) => {
      const tokens = await readTokens(file);
      onRead();
      return tokens;
    },
  });
}

it("a token that is written while its maker is revoked ends with it", async () => {
  let onRead = (): void => undefined;
  const credentials = await credentialsWith(() => onRead());
  const maker = credentials.issue("panel", ["admin"]).holder.tokenId;
  const revoked = new Promise<number>((resolve, reject) => {
    // In the next turn of the loop, the token is permitted and is being written.
    onRead = () => {
      onRead = () => undefined;
      setImmediate(() => {
        credentials.revokeWithMade(maker).then(resolve, reject);
      });
    };
  });
  const { token } = await credentials.create("late", ["read"], { maker });
  expect(await revoked).toBe(2);
  expect([await credentials.holderOf(token), await credentials.list()]).toEqual([undefined, []]);
});

it("a session that ends with its maker creates no token meanwhile", async () => {
  let onRead = (): void => undefined;
  const credentials = await credentialsWith(() => onRead());
  const maker = credentials.issue("panel", ["admin"]).holder.tokenId;
  const session = credentials.issue("panel", ["admin"], maker).holder.tokenId;
  await credentials.create("before", ["read"], { maker: session });
  const late = new Promise((resolve) => {
    onRead = () => {
      onRead = () => undefined;
      credentials.create("late", ["read"], { maker: session }).then(resolve, resolve);
    };
  });
  expect(await credentials.revokeWithMade(maker)).toBe(3);
  expect(await late).toMatchObject({ code: "API_CREDENTIAL_REFUSED" });
  expect(await credentials.list()).toEqual([]);
});
