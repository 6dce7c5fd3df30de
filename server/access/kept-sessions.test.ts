// The sessions of pages over a restart of the server: which go on, and which have ended.

import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { createFakeClock, createTestFolder, type FakeClock } from "@pictor/host/testing";
import { Credentials } from "./credentials.js";
import { KeptSessions, sessionLifetimeMs } from "./kept-sessions.js";
import { readTokens } from "./token-file.js";

let folder: string;
let clock: FakeClock;
beforeEach(async () => {
  folder = createTestFolder();
  clock = createFakeClock();
});
/** The credentials of another run of the server. */
const run = (project = "/project"): Credentials =>
  new Credentials(join(folder, "tokens.json"), clock, {
    sessions: new KeptSessions({ folder: join(folder, "sessions"), project, clock }),
  });
/** Opens a session, and waits until it is on the disk. */
const open = async (credentials: Credentials, maker?: string) => {
  const { isKept, ...opened } = credentials.openSession("panel", ["admin"], maker);
  await isKept;
  return opened;
};
const nameOf = async (credentials: Credentials, token: string) => (await credentials.holderOf(token))?.name;

it("a session goes on with its scopes, and only its digest is on the disk", async () => {
  const { token, holder } = await open(run());
  const later = run();
  expect(await later.holderOf(token)).toEqual(holder);
  // Links name their token by its id.
  expect(await later.holderById(holder.tokenId)).toEqual(holder);
  const [file = "", ...others] = await readdir(join(folder, "sessions"));
  expect(others).toEqual([]);
  expect(file + (await readFile(join(folder, "sessions", file), "utf8"))).not.toContain(token.slice(7));
  if (process.platform !== "win32") expect((await stat(join(folder, "sessions", file))).mode & 0o077).toBe(0);
  expect(await run().list()).toEqual([]);
});

it("it ends a week after its last use", async () => {
  const { token } = await open(run());
  await clock.advance(sessionLifetimeMs - 1_000);
  const used = run();
  expect(await nameOf(used, token)).toBe("panel");
  await clock.advance(sessionLifetimeMs - 1_000);
  expect(await nameOf(run(), token)).toBe("panel");
  await clock.advance(sessionLifetimeMs + 1_000);
  expect(await nameOf(run(), token)).toBeUndefined();
  expect(await readdir(join(folder, "sessions"))).toEqual([]);
});

it("it ends so in a server that goes on, and when a server beside it has ended it", async () => {
  const server = run();
  const [idle, ended] = [await open(server), await open(server)];
  await clock.advance(60_000);
  expect(await run().revoke(ended.holder.tokenId)).toBe(true);
  expect([await nameOf(server, idle.token), await nameOf(server, ended.token)]).toEqual(["panel", undefined]);
  expect(server.isRevoked(ended.holder.tokenId)).toBe(true);
  await clock.advance(sessionLifetimeMs + 1_000);
  expect(await nameOf(server, idle.token)).toBeUndefined();
});

it("one that could not be kept goes on until its server ends", async () => {
  await writeFile(join(folder, "sessions"), "");
  const server = run();
  const { token } = await open(server);
  await clock.advance(60_000);
  expect([await nameOf(server, token), await nameOf(run(), token)]).toEqual(["panel", undefined]);
});

it("one that is revoked while it is written leaves no file", async () => {
  const server = run();
  const { isKept, holder } = server.openSession("panel", ["admin"]);
  expect(await server.revoke(holder.tokenId)).toBe(true);
  await isKept;
  expect(await readdir(join(folder, "sessions"))).toEqual([]);
});

it("those that have ended leave no file", async () => {
  await open(run());
  await clock.advance(sessionLifetimeMs + 1_000);
  await open(run());
  expect(await readdir(join(folder, "sessions"))).toHaveLength(1);
});

it("it is valid for its own project", async () => {
  const { token } = await open(run());
  expect(await nameOf(run("/other"), token)).toBeUndefined();
  expect(await nameOf(run(), token)).toBe("panel");
});

it("one that the token of a run has made ends with that run", async () => {
  const first = run();
  const { holder } = first.issue("pictor serve", ["admin"]);
  const { token } = await open(first, holder.tokenId);
  expect([await nameOf(first, token), await nameOf(run(), token)]).toEqual(["panel", undefined]);
});

it("one that was let in ends with the session that has let it in, also in another run", async () => {
  const first = run();
  const session = await open(first);
  const letIn = await open(first, session.holder.tokenId);
  const second = run();
  expect(await nameOf(second, letIn.token)).toBe("panel");
  expect(await second.revoke(session.holder.tokenId)).toBe(true);
  expect(second.isRevoked(letIn.holder.tokenId)).toBe(true);
  for (const credentials of [second, run()])
    expect([await nameOf(credentials, session.token), await nameOf(credentials, letIn.token)]).toEqual([
      undefined,
      undefined,
    ]);
});

it("those of a token end with it, whether it is revoked while the server runs or not", async () => {
  const first = run();
  const { record } = await first.create("assistant", ["admin"]);
  const session = await open(first, record.id);
  const letIn = await open(first, session.holder.tokenId);
  const second = run();
  expect(await nameOf(second, session.token)).toBe("panel");
  await new Credentials(join(folder, "tokens.json"), clock).revoke(record.id);
  expect(await nameOf(run(), letIn.token)).toBeUndefined();
  await second.refresh();
  expect(await nameOf(second, session.token)).toBeUndefined();
});

it("a token ends with many sessions by reading their files once, and the tokens again under their lock", async () => {
  const counts = { lists: 0, reads: 0 };
  const sessions = new (class extends KeptSessions {
    override list() {
      counts.lists++;
      return super.list();
    }
  })({ folder: join(folder, "sessions"), project: "/project", clock });
  const read = (path: string) => {
    counts.reads++;
    return readTokens(path);
  };
  const credentials = new Credentials(join(folder, "tokens.json"), clock, { sessions, read });
  const { record } = await credentials.create("assistant", ["admin"]);
  const first = await open(credentials, record.id);
  for (let number = 0; number < 10; number++) await open(credentials, first.holder.tokenId);
  Object.assign(counts, { lists: 0, reads: 0 });
  expect(await credentials.revokeWithMade(record.id)).toBe(12);
  expect(counts).toEqual({ lists: 1, reads: 2 });
  expect(await readdir(join(folder, "sessions"))).toEqual([]);

  const others = await Promise.all(["a", "b", "c"].map((name) => credentials.create(name, ["admin"])));
  for (const { token, record: other } of others) {
    await credentials.holderOf(token);
    await open(credentials, other.id);
    await new Credentials(join(folder, "tokens.json"), clock).revoke(other.id);
  }
  Object.assign(counts, { lists: 0, reads: 0 });
  await credentials.refresh();
  expect(counts).toEqual({ lists: 1, reads: 2 });
  expect(await readdir(join(folder, "sessions"))).toEqual([]);
});

it.each([
  ["that is no JSON", "{"],
  ["without an id", '{ "project": "/project", "scopes": ["admin"], "name": "panel" }'],
  ["without a name", '{ "project": "/project", "scopes": ["admin"], "id": "a" }'],
  ["without scopes", '{ "project": "/project", "id": "a", "name": "panel" }'],
])("a file %s is not a session", async (_what, text) => {
  const { token } = await open(run());
  const [file = ""] = await readdir(join(folder, "sessions"));
  const path = join(folder, "sessions", file);
  await writeFile(path, text);
  await utimes(path, new Date(clock.now()), new Date(clock.now()));
  expect(await nameOf(run(), token)).toBeUndefined();
});
