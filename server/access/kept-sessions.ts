// The sessions of pages that outlive the server: one file for each, whose name is the digest of its token.

import { isRecord, parseJson, type Clock } from "@pictor/kernel";
import { ExpiringFiles } from "@pictor/services";
import { scopesIn, type Scope } from "@pictor/features/base";

export interface KeptSession {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Id of the token or session whose holder has opened or admitted this session. */
  readonly maker?: string;
  /**
   * Id of the stored token that this session ends with; undefined if the person at the terminal has opened the session.
   */
  readonly root?: string;
}

export interface KeptSessionsOptions {
  readonly folder: string;
  /** A session is valid for the project in which it was opened. */
  readonly project: string;
  readonly clock: Pick<Clock, "now">;
}

/** Milliseconds after its last use until a session ends. */
export const sessionLifetimeMs = 7 * 24 * 3_600_000;

function sessionOf(value: unknown, project: string): KeptSession | undefined {
  if (!isRecord(value) || value["project"] !== project || !Array.isArray(value["scopes"])) return undefined;
  const { id, name, scopes: granted, maker, root } = value;
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return {
    id,
    name,
    scopes: scopesIn(granted),
    ...(typeof maker === "string" && { maker }),
    ...(typeof root === "string" && { root }),
  };
}

const nameOf = (digest: string): string => `${digest}.json`;
const digestOf = (name: string): string => name.replace(/\.json$/, "");

export class KeptSessions {
  readonly #files: ExpiringFiles;
  readonly #project: string;

  constructor({ folder, project, clock }: KeptSessionsOptions) {
    this.#files = new ExpiringFiles({ folder, clock, lifetimeMs: sessionLifetimeMs });
    this.#project = project;
  }

  async #read(name: string): Promise<KeptSession | undefined> {
    const text = await this.#files.read(name);
    try {
      return text === undefined ? undefined : sessionOf(parseJson(text), this.#project);
    } catch {
      // A damaged file is not a session.
      return undefined;
    }
  }

  async keep(digest: string, session: KeptSession): Promise<void> {
    const text = JSON.stringify({ ...session, project: this.#project });
    await this.#files.keep(nameOf(digest), `${text}\n`);
  }

  /** The session of a token that was used within its lifetime; undefined if there is none, for whatever reason. */
  find(digest: string): Promise<KeptSession | undefined> {
    return this.#read(nameOf(digest));
  }

  noteUse(digest: string): Promise<void> {
    return this.#files.noteUse(nameOf(digest));
  }

  /** The sessions of this project, by the digests of their tokens. */
  async list(): Promise<ReadonlyMap<string, KeptSession>> {
    const sessions = new Map<string, KeptSession>();
    for (const name of await this.#files.names()) {
      const session = await this.#read(name);
      if (session !== undefined) sessions.set(digestOf(name), session);
    }
    return sessions;
  }

  /** Ends the session of a token. */
  end(digest: string): Promise<void> {
    return this.#files.remove(nameOf(digest));
  }
}
