// The tokens that the server accepts: those of this run, the sessions of pages, and those that the user has created to keep.

import { randomUUID } from "node:crypto";
import type { Quota } from "@pictor/client";
import { withoutUndefined, type Clock } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { inputInvalid, type Caller, type Scope } from "@pictor/features/base";
import type { KeptSession, KeptSessions } from "./kept-sessions.js";
import { isSameDigest, newToken, tokenDigest } from "./new-token.js";
import { MadeTokens, Revocations } from "./revocations.js";
import { StoredTokens, useIntervalMs } from "./stored-tokens.js";
import type { readTokens, TokenRecord } from "./token-file.js";

interface IssuedToken {
  readonly token: string;
  readonly holder: Caller;
}
interface OpenedSession extends IssuedToken {
  /** Resolves when the session would go on after a restart. Never rejects. */
  readonly isKept: Promise<unknown>;
}

type HolderRecord = Pick<TokenRecord, "id" | "name" | "scopes" | "quota">;

const holderOfRecord = ({ id: tokenId, name, scopes, quota }: HolderRecord): Caller =>
  withoutUndefined({ tokenId, name, scopes, quota });

export interface CredentialsOptions {
  readonly read?: typeof readTokens;
  /** Where the sessions of pages are kept. Default: they end with the server. */
  readonly sessions?: KeptSessions;
}

/** A token of this run, or a session that is used in it. */
interface Issued {
  readonly digest: string;
  readonly holder: Caller;
  /** The session in its file, and when its use was noted last. */
  kept?: { readonly session: KeptSession; notedAtMs: number };
}

export class Credentials {
  readonly #issued = new Map<string, Issued>();
  readonly #revocations = new Revocations();
  readonly #tokens: StoredTokens;
  readonly #clock: Clock;
  readonly #sessions: KeptSessions | undefined;

  /** `path` is the file of the kept tokens. */
  constructor(path: string, clock: Clock, { read, sessions }: CredentialsOptions = {}) {
    this.#tokens = new StoredTokens(path, clock, read);
    this.#clock = clock;
    this.#sessions = sessions;
  }

  /** Creates a token that ends with the server. `maker` is the id of the token whose holder has asked for it. */
  issue(name: string, scopes: readonly Scope[], maker?: string): IssuedToken {
    const token = newToken();
    const holder: Caller = { tokenId: randomUUID(), name, scopes };
    this.#issued.set(holder.tokenId, { digest: tokenDigest(token), holder });
    this.#revocations.made.note(holder.tokenId, maker);
    return { token, holder };
  }

  /**
   * Creates the token of a page's session. It outlives the server, as the token of its maker does: a session that the
   * token of this run has made ends with the server.
   */
  openSession(name: string, scopes: readonly Scope[], maker?: string): OpenedSession {
    const opened = this.issue(name, scopes, maker);
    const { tokenId: id } = opened.holder;
    const own = this.#issued.get(id);
    const makerSession = maker === undefined ? undefined : this.#issued.get(maker);
    // A token that ends with the server cannot open a session that outlives the server.
    if (own === undefined || (makerSession !== undefined && makerSession.kept === undefined))
      return { ...opened, isKept: Promise.resolve() };
    const root = makerSession === undefined ? maker : makerSession.kept?.session.root;
    const session: KeptSession = withoutUndefined({ id, name, scopes, maker, root });
    own.kept = { session, notedAtMs: this.#clock.now() };
    const keep = async (): Promise<void> => {
      await this.#sessions?.keep(own.digest, session);
      // It may have been revoked while it was written.
      if (this.#revocations.has(id)) await this.#sessions?.end(own.digest);
    };
    // If the disk is full, the session ends with the server.
    return { ...opened, isKept: keep().catch(() => delete own.kept) };
  }

  /**
   * Creates a token that is kept. Only this method returns the text of the token. Rejects with `API_INPUT_INVALID` for
   * a blank name.
   */
  async create(
    name: string,
    scopes: readonly Scope[],
    { maker, quota = {} }: { readonly maker?: string; readonly quota?: Quota } = {},
  ): Promise<{ readonly token: string; readonly record: TokenRecord }> {
    // Jobs and images belong to the name.
    if (name.trim() === "") throw inputInvalid("#/name", "a name", JSON.stringify(name));
    const token = newToken();
    const [id, createdAtMs] = [randomUUID(), this.#clock.now()];
    const hasQuota = Object.keys(quota).length > 0;
    const record = { id, name, scopes, digest: tokenDigest(token), createdAtMs, ...(hasQuota && { quota }) };
    await this.#tokens.add(record, () => {
      if (maker !== undefined && this.#revocations.has(maker)) throw fault("API_CREDENTIAL_REFUSED", {});
      this.#revocations.made.note(id, maker);
    });
    return { token, record };
  }

  /** Replaces the quota of a token that is kept. Resolves to the token; undefined if there is none with this id. */
  setQuota(id: string, quota: Quota): Promise<TokenRecord | undefined> {
    return this.#tokens.setQuota(id, quota);
  }

  /** Lists the tokens that are kept, without their texts. */
  list(): Promise<readonly TokenRecord[]> {
    return this.#tokens.list();
  }

  /**
   * Revokes a token of either kind and closes its sockets. Also ends the sessions that its holder has opened or
   * admitted, because no list shows them. Resolves to false if there is no token with this id.
   */
  async revoke(id: string): Promise<boolean> {
    return (await this.#endWithMade([id], "sessions")).has(id);
  }

  /**
   * Revokes a token, the tokens that its holder has made since the server started, those of their holders, and so on.
   * Resolves to the number of revoked tokens.
   */
  async revokeWithMade(id: string): Promise<number> {
    return (await this.#endWithMade([id], "all")).size;
  }

  /** The holder of a token; undefined if it is unknown or was revoked. */
  async holderOf(token: string): Promise<Caller | undefined> {
    const digest = tokenDigest(token);
    for (const one of this.#issued.values())
      if (isSameDigest(one.digest, digest)) return (await this.#goesOn(one)) ? one.holder : undefined;
    const tokens = await this.#tokens.list();
    const found = await this.#tokens.use(digest, tokens);
    return found === undefined ? this.#adopt(digest, tokens) : holderOfRecord(found);
  }

  /** The holder of the token with this id; undefined if there is no such token, or it was revoked. */
  async holderById(id: string): Promise<Caller | undefined> {
    const own = this.#issued.get(id)?.holder;
    if (own !== undefined) return own;
    const kept = (await this.#tokens.list()).find((record) => record.id === id);
    return kept && holderOfRecord(kept);
  }

  /** Reads the file again, to detect tokens that another process has revoked. */
  async refresh(): Promise<void> {
    const missing = await this.#tokens.takeMissing();
    for (const id of missing) this.#revocations.notify(id);
    if (missing.length > 0) await this.#endWithMade(missing, "sessions");
  }

  /** Whether a token is known to have been revoked since the server started. */
  isRevoked(id: string): boolean {
    return this.#revocations.has(id);
  }

  /** Calls `listener` with the id of each token that is revoked. Returns the function that removes the listener. */
  onRevoked(listener: (id: string) => void): () => void {
    return this.#revocations.onRevoked(listener);
  }

  /**
   * Ends tokens and, recursively, what their holders have made: the sessions, used in this run or not, and with `all`
   * also the stored tokens. Reads each file once. Resolves to the ids of the tokens that existed.
   */
  async #endWithMade(given: readonly string[], which: "sessions" | "all"): Promise<ReadonlySet<string>> {
    // From now on, the holders can make no more tokens.
    for (const id of given) this.#revocations.bar(id);
    const kept = [...((await this.#sessions?.list()) ?? [])];
    const made = new MadeTokens();
    for (const [, { id, maker }] of kept) made.note(id, maker);
    const keptIds = new Set(kept.map(([, { id }]) => id));
    const ids = new Set(given);
    // The loop also visits the ids that it adds to the set.
    for (const maker of ids)
      for (const id of [...this.#revocations.made.by(maker), ...made.by(maker)]) {
        if (which === "sessions" && !this.#issued.has(id) && !keptIds.has(id)) continue;
        this.#revocations.bar(id);
        ids.add(id);
      }
    const ended = new Set([...ids].filter((id) => this.#issued.delete(id)));
    for (const [digest, { id }] of kept)
      if (ids.has(id)) {
        await this.#sessions?.end(digest);
        ended.add(id);
      }
    for (const id of await this.#tokens.remove(ids)) ended.add(id);
    for (const id of ended) this.#revocations.notify(id);
    return ended;
  }

  /**
   * Restores a session that was opened in another run of the server, unless the token that the session depends on was
   * revoked.
   */
  async #adopt(digest: string, tokens: readonly TokenRecord[]): Promise<Caller | undefined> {
    const session = await this.#sessions?.find(digest);
    if (session === undefined || this.#revocations.has(session.id)) return undefined;
    const { id, maker, root } = session;
    if (root !== undefined && !tokens.some((token) => token.id === root)) return undefined;
    const holder = holderOfRecord(session);
    this.#issued.set(id, { digest, holder, kept: { session, notedAtMs: this.#clock.now() } });
    await this.#sessions?.noteUse(digest);
    this.#revocations.made.note(id, maker);
    // Another process may revoke it later.
    if (root !== undefined) this.#tokens.watch(root);
    return holder;
  }

  /**
   * Whether a token of this run is still valid. A session has ended when its file is gone: it was too old, or another
   * server has ended it.
   */
  async #goesOn({ digest, holder, kept }: Issued): Promise<boolean> {
    const sessions = this.#sessions;
    if (!sessions || !kept || this.#clock.now() - kept.notedAtMs < useIntervalMs) return true;
    if ((await sessions.find(digest)) === undefined) {
      await this.revoke(holder.tokenId);
      return false;
    }
    kept.notedAtMs = this.#clock.now();
    await sessions.noteUse(digest);
    return true;
  }
}
