// The cookies that a person has the active environment keep from one request to the next: in the secret store, because they sign
// in as a token does.

import {
  deepFreeze,
  isRecord,
  parseJsonOrUndefined,
  PictorError,
  problemFor,
  type Problem,
  type Redactor,
  type Secrets,
} from "@pictor/kernel";
import { requireEnvironment } from "../configuration/chosen-environment.js";
import { OriginCookies, type SetCookies, type StoredCookie } from "./origin-cookies.js";

/** The name of the jar of requests without an environment; no environment can have it. */
export const jarWithoutEnvironment = "(none)";

/** The most cookies of a jar; RFC 6265 section 6.1 asks for more of a browser. The oldest ones make room. */
const maxCookies = 500;

/** The shortest value that is hidden wherever it occurs. Shorter ones are words, such as the name of a theme. */
const minHiddenValue = 12;

/** A cookie that an environment keeps, without its value. */
export interface KeptCookie {
  readonly name: string;
  readonly domain: string;
  readonly path: string;
  /** The origin that has set it. */
  readonly origin: string;
  /** Absent: it is kept until it is cleared. */
  readonly expiresAtMs?: number;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
}

/**
 * The cookies that the active environment keeps from one request to the next, in the secret store. Requests with the
 * purpose `user` send and set them, while the jar is on. Calls reject as the secret store does.
 */
export interface CookieJars {
  /** Whether the active environment, or requests without one, keep cookies. Throws `ENVIRONMENT_UNKNOWN`. */
  isOn(): boolean;
  /**
   * Turns the jar of the active environment on or off, in its configuration file. Off also deletes the cookies.
   * Resolves to the path of the file. Rejects with `ENVIRONMENT_UNKNOWN`, or as `saveEnvironment` does.
   */
  turn(isOn: boolean): Promise<string>;
  /** The cookies that have not expired. */
  list(): Promise<readonly KeptCookie[]>;
  /** Deletes all cookies, or those of a domain. Resolves to their number. */
  clear(domain?: string): Promise<number>;
}

/** What a jar that is on gives to one request. */
export interface OpenedJar {
  /** The cookies of earlier requests. */
  readonly cookies: OriginCookies;
  /** Keeps what a reply of the request has set. Resolves to the problem if it cannot be kept. */
  save(set: SetCookies): Promise<readonly Problem[]>;
}

export interface CookieJarDependencies {
  /** The name of the active environment. */
  environment(): string | undefined;
  readonly environments: ReadonlyMap<string, unknown>;
  /** Whether the jars are on, by their names. */
  readonly isOn: ReadonlyMap<string, boolean>;
  /** Writes whether a jar is on; undefined removes it. Resolves to the path of the file. */
  saveIsOn(jar: string, isOn: boolean | undefined): Promise<string>;
  readonly secrets: Pick<Secrets, "get" | "set" | "delete" | "exclusively">;
  readonly redactor: Pick<Redactor, "addTransientSecret">;
}

/** The cookies of a jar in the store; a text of another form has none. */
function cookiesIn(text = "[]"): readonly StoredCookie[] {
  const found = parseJsonOrUndefined(text);
  return Array.isArray(found)
    ? found.filter((one): one is StoredCookie => isRecord(one) && isRecord(one["cookie"]) && "origin" in one)
    : [];
}

function shown({ origin, cookie, expiresAtMs }: StoredCookie): KeptCookie {
  const { key, domain, path } = cookie;
  return {
    name: key ?? "",
    domain: typeof domain === "string" ? domain : "",
    path: typeof path === "string" ? path : "/",
    origin,
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    isSecure: cookie["secure"] === true,
    isHttpOnly: cookie["httpOnly"] === true,
  };
}

export interface RequestJars extends CookieJars {
  /** The jar of the active environment; undefined if it is off. */
  open(): Promise<OpenedJar> | undefined;
  /** Removes the jar of an environment. */
  remove(environment: string): Promise<void>;
}

export function createCookieJars({
  environment,
  environments,
  isOn,
  saveIsOn,
  secrets,
  redactor,
}: CookieJarDependencies): RequestJars {
  const active = (): string => environment() ?? jarWithoutEnvironment;
  const read = async (jar: string): Promise<readonly StoredCookie[]> =>
    new OriginCookies(cookiesIn(await secrets.get(jar))).stored();
  const change = (jar: string, next: (kept: readonly StoredCookie[]) => readonly StoredCookie[]) =>
    secrets.exclusively(jar, async (lock) => {
      const kept = next(await read(jar)).slice(-maxCookies);
      await lock.confirm();
      await (kept.length === 0 ? secrets.delete(jar) : secrets.set(jar, JSON.stringify(kept)));
    });
  const hide = (cookies: readonly StoredCookie[]): void => {
    for (const { value = "" } of cookies.map(({ cookie }) => cookie))
      if (value.length >= minHiddenValue) redactor.addTransientSecret(value);
  };

  const openJar = async (jar: string): Promise<OpenedJar> => {
    const stored = await read(jar);
    hide(stored);
    return {
      cookies: new OriginCookies(stored),
      async save(set) {
        try {
          await change(jar, (kept) => {
            const cookies = new OriginCookies(kept);
            cookies.take(set);
            const all = cookies.stored();
            hide(all);
            return all;
          });
          return [];
        } catch (error) {
          if (error instanceof PictorError) return [problemFor(error)];
          throw error;
        }
      },
    };
  };

  /** Throws `ENVIRONMENT_UNKNOWN` for an active environment that does not exist. */
  const requireKnown = (): void => {
    const name = environment();
    if (name !== undefined) requireEnvironment(name, environments);
  };

  return {
    open: () => (isOn.size > 0 && isOn.get(active()) === true ? openJar(active()) : undefined),
    isOn() {
      const found = isOn.get(active());
      // An environment that was deleted by hand may have left its jar.
      if (found === undefined) requireKnown();
      return found === true;
    },
    async turn(on) {
      const jar = active();
      requireKnown();
      const file = await saveIsOn(jar, on);
      if (!on) await change(jar, () => []);
      return file;
    },
    list: async () => deepFreeze((await read(active())).map(shown)),
    async clear(domain) {
      let removed = 0;
      await change(active(), (kept) => {
        if (kept.length === 0) requireKnown();
        const left = kept.filter(({ cookie }) => domain !== undefined && cookie["domain"] !== domain);
        removed = kept.length - left.length;
        return left;
      });
      return removed;
    },
    async remove(name) {
      if (!isOn.has(name)) return;
      await saveIsOn(name, undefined);
      await change(name, () => []);
    },
  };
}
