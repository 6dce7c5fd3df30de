// The tokens that the server accepts: those of this run, and those that the user has created to keep.

import { randomUUID } from "node:crypto";
import type { Clock } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Scope } from "../contract/scopes.js";
import type { KeptSession, KeptSessions } from "./kept-sessions.js";
import { isSameDigest, newToken, tokenDigest } from "./new-token.js";
import { Revocations } from "./revocations.js";
import { readTokens, writeTokens, type TokenRecord } from "./token-file.js";

/** The holder of the token with which a request was sent or a socket was opened. */
export interface Holder {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

interface IssuedToken {
  readonly token: string;
  readonly holder: Holder;
}
interface OpenedSession extends IssuedToken {
  /** Resolves when the session would go on after a restart. Never rejects. */
  readonly isKept: Promise<unknown>;
}

export interface Credentials {
  /** Creates a token that ends with the server. `maker` is the id of the token whose holder has asked for it. */
  issue(name: string, scopes: readonly Scope[], maker?: string): IssuedToken;
  /**
   * Creates the token of a page's session. It outlives the server, as the token of its maker does: a session that the token of this run has
   * made ends with the server.
   */
  openSession(name: string, scopes: readonly Scope[], maker?: string): OpenedSession;
  /** Creates a token that is kept. Only this function returns the text of the token. */
  create(
    name: string,
    scopes: readonly Scope[],
    maker?: string,
  ): Promise<{ readonly token: string; readonly record: TokenRecord }>;
  /** Lists the tokens that are kept, without their texts. */
  list(): Promise<readonly TokenRecord[]>;
  /**
   * Revokes a token of either kind, and closes its sockets. The sessions that its holder has opened or let in end too: no list shows them.
   * Resolves to false if there is none with this id.
   */
  revoke(id: string): Promise<boolean>;
  /** Revokes a token, those that its holder has made since the server started, those of their holders, and so on. Resolves to their number. */
  revokeWithMade(id: string): Promise<number>;
  /** The holder of a token; undefined if it is unknown or was revoked. */
  holderOf(token: string): Promise<Holder | undefined>;
  /** The holder of the token with this id; undefined if there is no such token, or it was revoked. */
  holderById(id: string): Promise<Holder | undefined>;
  /** Reads the file again, to detect tokens that another process has revoked. */
  refresh(): Promise<void>;
  /** Whether a token is known to have been revoked since the server started. */
  isRevoked(id: string): boolean;
  /** Calls `listener` with the id of each token that is revoked. Returns the function that removes the listener. */
  onRevoked(listener: (id: string) => void): () => void;
}

/** Milliseconds between two writes of the last use of a kept token. */
const useIntervalMs = 60_000;

const holderOfRecord = ({ id, name, scopes }: TokenRecord): Holder => ({ tokenId: id, name, scopes });

export interface CredentialsOptions {
  readonly read?: typeof readTokens;
  /** Where the sessions of pages are kept. Default: they end with the server. */
  readonly sessions?: KeptSessions;
}

/** A token of this run, or a session that is used in it. */
interface Issued {
  readonly digest: string;
  readonly holder: Holder;
  /** The session in its file, and when its use was noted last. */
  kept?: { readonly session: KeptSession; notedAtMs: number };
}

/**
 * `path` is the file of the kept tokens. The file is read for each lookup, so that changes by another process take
 * effect.
 */
export function createCredentials(
  path: string,
  clock: Clock,
  { read = readTokens, sessions }: CredentialsOptions = {},
): Credentials {
  const issued = new Map<string, Issued>();
  const revocations = new Revocations();
  /** Ids of the stored tokens that clients have used since the server started. */
  const used = new Set<string>();
  /** Changes of the file run one after the other. */
  let changes: Promise<unknown> = Promise.resolve();
  const change = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = changes.then(run);
    changes = result.catch(() => undefined);
    return result;
  };

  const noteUse = (id: string): Promise<void> =>
    change(async () => {
      const tokens = await read(path);
      const found = tokens.find((record) => record.id === id);
      if (found === undefined || clock.now() - (found.lastUsedAtMs ?? 0) < useIntervalMs) return;
      const used = { ...found, lastUsedAtMs: clock.now() };
      await writeTokens(
        path,
        tokens.map((record) => (record.id === id ? used : record)),
      );
    });

  const endSessionsOf = async (id: string): Promise<void> => {
    const kept = (await sessions?.end(({ maker }) => maker === id)) ?? [];
    for (const one of new Set([...revocations.madeBy(id), ...kept])) {
      if (!issued.delete(one) && !kept.includes(one)) continue;
      revocations.notify(one);
      await endSessionsOf(one);
    }
  };
  const issue: Credentials["issue"] = (name, scopes, maker) => {
    const token = newToken();
    const holder: Holder = { tokenId: randomUUID(), name, scopes };
    issued.set(holder.tokenId, { digest: tokenDigest(token), holder });
    revocations.noteMaker(holder.tokenId, maker);
    return { token, holder };
  };
  /** Takes over a session that was opened in another run of the server, unless the token with which it ends was revoked. */
  const adopt = async (digest: string, tokens: readonly TokenRecord[]): Promise<Holder | undefined> => {
    const session = await sessions?.find(digest);
    if (session === undefined || revocations.has(session.id)) return undefined;
    if (session.root !== undefined && !tokens.some(({ id }) => id === session.root)) return undefined;
    const { id, name, scopes, maker, root } = session;
    const holder: Holder = { tokenId: id, name, scopes };
    issued.set(id, { digest, holder, kept: { session, notedAtMs: clock.now() } });
    await sessions?.noteUse(digest);
    revocations.noteMaker(id, maker);
    // Another process may revoke it later.
    if (root !== undefined) used.add(root);
    return holder;
  };
  const revokeAlone = async (id: string): Promise<boolean> => {
    const isIssued = issued.delete(id);
    const ended = (await sessions?.end((session) => session.id === id)) ?? [];
    const isKept = await change(async () => {
      const tokens = await read(path);
      const rest = tokens.filter((record) => record.id !== id);
      if (rest.length < tokens.length) await writeTokens(path, rest);
      return rest.length < tokens.length;
    });
    used.delete(id);
    const isRevoked = isIssued || isKept || ended.length > 0;
    if (isRevoked) revocations.notify(id);
    return isRevoked;
  };
  const revoke: Credentials["revoke"] = async (id) => {
    const isRevoked = await revokeAlone(id);
    await endSessionsOf(id);
    return isRevoked;
  };
  /** Whether a token of this run is still valid. A session has ended with its file: by its age, or because another server has ended it. */
  const goesOn = async ({ digest, holder, kept }: Issued): Promise<boolean> => {
    if (!sessions || !kept || clock.now() - kept.notedAtMs < useIntervalMs) return true;
    if ((await sessions.find(digest)) === undefined) {
      await revoke(holder.tokenId);
      return false;
    }
    kept.notedAtMs = clock.now();
    await sessions.noteUse(digest);
    return true;
  };
  const revokeWithMade: Credentials["revokeWithMade"] = async (id) => {
    revocations.bar(id);
    let count = (await revokeAlone(id)) ? 1 : 0;
    for (const one of revocations.madeBy(id)) count += await revokeWithMade(one);
    return count;
  };

  return {
    issue,
    openSession(name, scopes, maker) {
      const opened = issue(name, scopes, maker);
      const { tokenId: id } = opened.holder;
      const own = issued.get(id);
      const makerSession = maker === undefined ? undefined : issued.get(maker);
      // What ends with the server makes nothing that outlives it.
      if (own === undefined || (makerSession !== undefined && makerSession.kept === undefined))
        return { ...opened, isKept: Promise.resolve() };
      const root = makerSession === undefined ? maker : makerSession.kept?.session.root;
      const session: KeptSession = {
        ...{ id, name, scopes },
        ...(maker !== undefined && { maker }),
        ...(root !== undefined && { root }),
      };
      own.kept = { session, notedAtMs: clock.now() };
      const keep = async (): Promise<void> => {
        await sessions?.keep(own.digest, session);
        // It may have been revoked while it was written.
        if (revocations.has(id)) await sessions?.end((one) => one.id === id);
      };
      // If the disk is full, the session ends with the server.
      return { ...opened, isKept: keep().catch(() => delete own.kept) };
    },
    create: (name, scopes, maker) =>
      change(async () => {
        if (maker !== undefined && revocations.has(maker)) throw fault("API_CREDENTIAL_REFUSED", {});
        const token = newToken();
        const digest = tokenDigest(token);
        const record: TokenRecord = { id: randomUUID(), name, scopes, digest, createdAtMs: clock.now() };
        await writeTokens(path, [...(await read(path)), record]);
        revocations.noteMaker(record.id, maker);
        return { token, record };
      }),
    list: () => read(path),
    revoke,
    revokeWithMade,
    async holderOf(token) {
      const digest = tokenDigest(token);
      for (const one of issued.values())
        if (isSameDigest(one.digest, digest)) return (await goesOn(one)) ? one.holder : undefined;
      const tokens = await read(path);
      const found = tokens.find((record) => isSameDigest(record.digest, digest));
      if (found === undefined) return adopt(digest, tokens);
      used.add(found.id);
      await noteUse(found.id);
      return holderOfRecord(found);
    },
    async holderById(id) {
      const own = issued.get(id)?.holder;
      const kept = own === undefined ? (await read(path)).find((record) => record.id === id) : undefined;
      return kept === undefined ? own : holderOfRecord(kept);
    },
    async refresh() {
      // A token that is created and used while the file is read is missing in what was read.
      const known = [...used];
      if (known.length === 0) return;
      const kept = new Set((await read(path)).map(({ id }) => id));
      for (const id of known.filter((one) => !kept.has(one))) {
        used.delete(id);
        revocations.notify(id);
        await endSessionsOf(id);
      }
    },
    isRevoked: (id) => revocations.has(id),
    onRevoked: (listener) => revocations.onRevoked(listener),
  };
}
