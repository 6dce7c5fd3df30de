// The tokens that the server accepts: those of this run, and those that the user has created to keep.

import { randomUUID } from "node:crypto";
import type { Clock } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Scope } from "../contract/scopes.js";
import { isSameDigest, newToken, tokenDigest } from "./new-token.js";
import { readTokens, writeTokens, type TokenRecord } from "./token-file.js";

/** The holder of the token with which a request was sent or a socket was opened. */
export interface Holder {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface Credentials {
  /** Creates a token that ends with the server. `maker` is the id of the token whose holder has asked for it. */
  issue(
    name: string,
    scopes: readonly Scope[],
    maker?: string,
  ): { readonly token: string; readonly holder: Holder };
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

/**
 * `path` is the file of the kept tokens. The file is read for each lookup, so that changes by another process take
 * effect.
 */
export function createCredentials(path: string, clock: Clock, read = readTokens): Credentials {
  const issued = new Map<string, { readonly digest: string; readonly holder: Holder }>();
  const listeners = new Set<(id: string) => void>();
  /** Ids of the stored tokens that clients have used since the server started. */
  const used = new Set<string>();
  const revoked = new Set<string>();
  /** The ids of the tokens that the holders of other tokens have made, by the ids of those. */
  const made = new Map<string, string[]>();
  const noteMaker = (id: string, maker: string | undefined): void => {
    if (maker !== undefined) made.set(maker, [...(made.get(maker) ?? []), id]);
  };
  const notify = (id: string): void => {
    revoked.add(id);
    for (const listener of listeners) listener(id);
  };
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

  const endSessionsOf = (id: string): void => {
    for (const one of made.get(id) ?? []) {
      if (!issued.delete(one)) continue;
      notify(one);
      endSessionsOf(one);
    }
  };

  const revokeAlone = async (id: string): Promise<boolean> => {
    const isIssued = issued.delete(id);
    const isKept = await change(async () => {
      const tokens = await read(path);
      const rest = tokens.filter((record) => record.id !== id);
      if (rest.length < tokens.length) await writeTokens(path, rest);
      return rest.length < tokens.length;
    });
    used.delete(id);
    if (isIssued || isKept) notify(id);
    return isIssued || isKept;
  };
  const revoke: Credentials["revoke"] = async (id) => {
    const isRevoked = await revokeAlone(id);
    endSessionsOf(id);
    return isRevoked;
  };
  const revokeWithMade: Credentials["revokeWithMade"] = async (id) => {
    // From here on, a request of its holder that was admitted before makes no token.
    revoked.add(id);
    let count = (await revokeAlone(id)) ? 1 : 0;
    for (const one of made.get(id) ?? []) count += await revokeWithMade(one);
    made.delete(id);
    return count;
  };

  return {
    issue(name, scopes, maker) {
      const token = newToken();
      const holder: Holder = { tokenId: randomUUID(), name, scopes };
      issued.set(holder.tokenId, { digest: tokenDigest(token), holder });
      noteMaker(holder.tokenId, maker);
      return { token, holder };
    },
    create: (name, scopes, maker) =>
      change(async () => {
        if (maker !== undefined && revoked.has(maker)) throw fault("API_CREDENTIAL_REFUSED", {});
        const token = newToken();
        const digest = tokenDigest(token);
        const record: TokenRecord = { id: randomUUID(), name, scopes, digest, createdAtMs: clock.now() };
        await writeTokens(path, [...(await read(path)), record]);
        noteMaker(record.id, maker);
        return { token, record };
      }),
    list: () => read(path),
    revoke,
    revokeWithMade,
    async holderOf(token) {
      const digest = tokenDigest(token);
      for (const { digest: own, holder } of issued.values()) if (isSameDigest(own, digest)) return holder;
      const found = (await read(path)).find((record) => isSameDigest(record.digest, digest));
      if (found === undefined) return undefined;
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
        notify(id);
        endSessionsOf(id);
      }
    },
    isRevoked: (id) => revoked.has(id),
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
