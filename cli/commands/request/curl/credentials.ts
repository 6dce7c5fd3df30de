// The credentials of a curl command as an auth setting, taken out of the headers and the address. Pure.

import type { HeaderPair } from "@pictor/host";

/** An auth setting that curl can express. A password that curl would ask for is absent. */
export type CurlAuth =
  | { readonly type: "basic" | "digest"; readonly username: string; readonly password?: string }
  | { readonly type: "bearer"; readonly token: string };

/** What may carry credentials. */
export interface Carriers {
  /** `-u name:password`. */
  readonly user?: string;
  /** `--digest`. */
  readonly isDigest: boolean;
  /** `--oauth2-bearer`. */
  readonly bearer?: string;
  readonly headers: readonly HeaderPair[];
  readonly url: string;
}

const isAuthorization = ([name]: HeaderPair): boolean => name.toLowerCase() === "authorization";

/** The password may hold colons (RFC 7617 section 2). */
function fromUser(user: string, type: "basic" | "digest"): CurlAuth {
  const colon = user.indexOf(":");
  if (colon < 0) return { type, username: user };
  return { type, username: user.slice(0, colon), password: user.slice(colon + 1) };
}

const decodedUser = (base64: string): string | undefined => {
  if (!/^[A-Za-z\d+/]+=*$/.test(base64)) return undefined;
  const bytes = Buffer.from(base64, "base64");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
};

/** Undefined for another scheme, whose header stays as it is. */
function fromHeader([, value]: HeaderPair): CurlAuth | undefined {
  const [, scheme = "", rest = ""] = /^(\S+)[ \t]+(\S+)[ \t]*$/.exec(value) ?? [];
  if (scheme.toLowerCase() === "bearer") return { type: "bearer", token: rest };
  const user = scheme.toLowerCase() === "basic" ? decodedUser(rest) : undefined;
  return user?.includes(":") ? fromUser(user, "basic") : undefined;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The user name and password of an address, and the address without them (RFC 3986 section 3.2.1). */
function fromUrl(url: string, type: "basic" | "digest"): { readonly url: string; readonly auth?: CurlAuth } {
  const [, before = "", userinfo, after = ""] = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)@(.*)$/is.exec(url) ?? [];
  if (userinfo === undefined) return { url };
  const colon = userinfo.indexOf(":");
  const username = decoded(colon < 0 ? userinfo : userinfo.slice(0, colon));
  const password = colon < 0 ? "" : decoded(userinfo.slice(colon + 1));
  return { url: before + after, auth: { type, username, password } };
}

/**
 * The strongest one wins: `-u`, `--oauth2-bearer`, the Authorization header, the address. A header that loses is
 * removed, so is one that became the setting; one of another scheme is kept where nothing stronger is given.
 */
export function credentialsOf({ user, isDigest, bearer, headers, url }: Carriers): {
  readonly auth?: CurlAuth;
  readonly headers: readonly HeaderPair[];
  readonly url: string;
} {
  const type = isDigest ? "digest" : "basic";
  const bare = fromUrl(url, type);
  const header = headers.findLast(isAuthorization);
  const others = headers.filter((pair) => !isAuthorization(pair));
  const typed = user === undefined ? undefined : fromUser(user, type);
  const strong = typed ?? (bearer === undefined ? undefined : ({ type: "bearer", token: bearer } as const));
  if (strong !== undefined) return { auth: strong, headers: others, url: bare.url };
  if (header !== undefined) {
    const auth = fromHeader(header);
    return auth === undefined ? { headers, url: bare.url } : { auth, headers: others, url: bare.url };
  }
  return { headers, ...bare };
}
