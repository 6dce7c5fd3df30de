// The sessions of pages that outlive the server: one file for each, whose name is the digest of its token. A file is written once, and its time
// of change is that of the last use, so that servers side by side change nothing of each other.

import { mkdir, readdir, readFile, stat, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, parseJson, replaceFile, type Clock } from "@pictor/host";
import { scopes, type Scope } from "../contract/scopes.js";

export interface KeptSession {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Id of the token or session whose holder has opened or let in this one. */
  readonly maker?: string;
  /** Id of the token, created to be kept, with which it ends; undefined for one that the person at the terminal has opened. */
  readonly root?: string;
}

export interface KeptSessionsOptions {
  readonly folder: string;
  /** A session is valid for the project in which it was opened. */
  readonly project: string;
  readonly clock: Pick<Clock, "now">;
}

/** A session that was not used for so long has ended. */
export const sessionLifetimeMs = 7 * 24 * 3_600_000;

function sessionOf(value: unknown, project: string): KeptSession | undefined {
  if (!isRecord(value) || value["project"] !== project || !Array.isArray(value["scopes"])) return undefined;
  const { id, name, scopes: granted, maker, root } = value;
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return {
    ...{ id, name, scopes: scopes.filter((scope) => granted.includes(scope)) },
    ...(typeof maker === "string" && { maker }),
    ...(typeof root === "string" && { root }),
  };
}

export class KeptSessions {
  readonly #options: KeptSessionsOptions;

  constructor(options: KeptSessionsOptions) {
    this.#options = options;
  }

  #path(digest: string): string {
    return join(this.#options.folder, `${digest}.json`);
  }

  async keep(digest: string, session: KeptSession): Promise<void> {
    const { folder, project } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(this.#path(digest), `${JSON.stringify({ ...session, project })}\n`, { mode: 0o600 });
    await this.noteUse(digest);
    // Deletes the files of those that have expired.
    await this.end(() => false);
  }

  /** The session of a token that was used within its lifetime; undefined if there is none, whatever the reason. */
  async find(digest: string): Promise<KeptSession | undefined> {
    const { clock, project } = this.#options;
    const path = this.#path(digest);
    try {
      const { mtimeMs } = await stat(path);
      if (clock.now() - mtimeMs <= sessionLifetimeMs)
        return sessionOf(parseJson(await readFile(path, "utf8")), project);
      await unlink(path);
    } catch {
      // A file that is gone or damaged is not a session.
    }
    return undefined;
  }

  /** An error is ignored: at worst the session ends earlier. */
  async noteUse(digest: string): Promise<void> {
    const now = new Date(this.#options.clock.now());
    await utimes(this.#path(digest), now, now).catch(() => undefined);
  }

  /** Ends those that match, and resolves to their ids. */
  async end(matches: (session: KeptSession) => boolean): Promise<readonly string[]> {
    const names = await readdir(this.#options.folder).catch(() => []);
    const ended: string[] = [];
    for (const name of names) {
      const digest = name.replace(/\.json$/, "");
      const session = await this.find(digest);
      if (session === undefined || !matches(session)) continue;
      await unlink(this.#path(digest)).catch(() => undefined);
      ended.push(session.id);
    }
    return ended;
  }
}
