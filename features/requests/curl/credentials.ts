// Extracts the credentials of a curl command from its options, headers and address. Pure.

import { percentDecode, type HeaderPair } from "@pictor/kernel";

/** Credentials that curl supports. `password` is absent if curl would ask for the password. */
export type CurlAuth =
  | { readonly type: "basic" | "digest"; readonly username: string; readonly password?: string }
  | { readonly type: "bearer"; readonly token: string }
  | {
      readonly type: "aws-sigv4";
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Empty if the host tells it, as with `service`. */
      readonly region: string;
      readonly service: string;
    };

/** The parts of a command that may contain credentials. */
export interface CredentialSources {
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

/** The password may contain colons (RFC 7617 section 2). */
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

/** The credentials of an Authorization header; undefined for other schemes than Basic and Bearer. */
function fromHeader([, value]: HeaderPair): CurlAuth | undefined {
  const [, scheme = "", rest = ""] = /^(\S+)[ \t]+(\S+)[ \t]*$/.exec(value) ?? [];
  if (scheme.toLowerCase() === "bearer") return { type: "bearer", token: rest };
  const user = scheme.toLowerCase() === "basic" ? decodedUser(rest) : undefined;
  return user?.includes(":") ? fromUser(user, "basic") : undefined;
}

/** The user name and password of an address, and the address without them (RFC 3986 section 3.2.1). */
function fromUrl(url: string, type: "basic" | "digest"): { readonly url: string; readonly auth?: CurlAuth } {
  const [found = "", before = "", userinfo] = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)@/i.exec(url) ?? [];
  if (userinfo === undefined) return { url };
  const colon = userinfo.indexOf(":");
  const username = percentDecode(colon < 0 ? userinfo : userinfo.slice(0, colon));
  const password = colon < 0 ? "" : percentDecode(userinfo.slice(colon + 1));
  return { url: before + url.slice(found.length), auth: { type, username, password } };
}

/**
 * Precedence: `-u`, `--oauth2-bearer`, the Authorization header, the address. The Authorization header is removed if its
 * credentials are returned or overridden. A header of a scheme other than Basic and Bearer is kept unless an option overrides it.
 */
export function credentialsOf({ user, isDigest, bearer, headers, url }: CredentialSources): {
  readonly auth?: CurlAuth;
  readonly headers: readonly HeaderPair[];
  readonly url: string;
} {
  const type = isDigest ? "digest" : "basic";
  const withoutUserinfo = fromUrl(url, type);
  const header = headers.findLast(isAuthorization);
  const others = headers.filter((pair) => !isAuthorization(pair));
  const fromUserOption = user === undefined ? undefined : fromUser(user, type);
  const fromOptions =
    fromUserOption ?? (bearer === undefined ? undefined : ({ type: "bearer", token: bearer } as const));
  if (fromOptions !== undefined) return { auth: fromOptions, headers: others, url: withoutUserinfo.url };
  if (header !== undefined) {
    const auth = fromHeader(header);
    return auth === undefined
      ? { headers, url: withoutUserinfo.url }
      : { auth, headers: others, url: withoutUserinfo.url };
  }
  return { headers, ...withoutUserinfo };
}
