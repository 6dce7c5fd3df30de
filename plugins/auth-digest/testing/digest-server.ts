// A test server that requires Digest for every request. Its strict verification shares no code with the plugin.

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "@pictor/host/testing";

export interface DigestServerOptions {
  readonly username: string;
  readonly password: string;
  /** As written in the challenge; undefined to leave it out. */
  readonly algorithm?: string;
  readonly qop?: string;
  /** The realm of every path, or of each. */
  readonly realm?: string | ((path: string) => string);
  /** Further parameters of the challenge, as they are written in it. */
  readonly more?: string;
  /** Header lines with other challenges, sent before the line with the Digest challenge. */
  readonly before?: readonly string[];
  /** How many requests a nonce may sign. Default: any number. */
  readonly uses?: number;
  /** How many correct answers find their nonce expired already. Default: 0. */
  readonly lateAnswers?: number;
  /** Whether the challenge has stale=true after a nonce was used up. Default: true. */
  readonly saysStale?: boolean;
}

const names: Readonly<Record<string, string>> = {
  md5: "md5",
  "sha-256": "sha256",
  "sha-512-256": "sha512-256",
};
const quotedNames = new Set("username realm nonce uri response cnonce opaque".split(" "));

/** Parses the header strictly by RFC 7616 section 3.4: throws for a wrong quotation or a repeated parameter. */
export function parseAuthorization(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let rest = header.replace(/^Digest /, "");
  while (rest !== "") {
    const [all = "", name = "", quoted, bare] =
      /^([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))(?:, |$)/.exec(rest) ?? [];
    if (all === "" || found.has(name)) throw new Error(`malformed: ${rest}`);
    if (quotedNames.has(name) !== (quoted !== undefined)) throw new Error(`wrong quotes: ${name}`);
    found.set(name, quoted?.replaceAll(/\\(.)/g, "$1") ?? bare ?? "");
    rest = rest.slice(all.length);
  }
  return found;
}

type Verdict = "in" | "bare" | "stale" | `wrong ${string}`;

/** The path `/go` redirects to `/there`. */
export async function serveDigest(options: DigestServerOptions) {
  const { username, password, algorithm, qop, more = "", saysStale = true } = options;
  const realmOf = ({ url = "" }: IncomingMessage): string => {
    const { realm = "studio" } = options;
    return typeof realm === "string" ? realm : realm(url);
  };
  const name = username.normalize("NFC");
  const [, hashName = "", session] = /^(.+?)(-sess)?$/.exec((algorithm ?? "MD5").toLowerCase()) ?? [];
  const hex = (...parts: readonly (string | Buffer)[]): string => {
    const hash = createHash(names[hashName] ?? "");
    parts.forEach((part, index) => hash.update(index === 0 ? "" : ":").update(part));
    return hash.digest("hex");
  };
  /** The highest accepted count, and the number of uses, by nonce. */
  const nonces = new Map<string, { last: number; uses: number }>();
  let { lateAnswers = 0 } = options;
  const arrived: {
    readonly url: string;
    readonly authorization: string | undefined;
    readonly verdict: Verdict;
  }[] = [];

  function verify(request: IncomingMessage, body: Buffer): Verdict {
    const { method = "", url = "", headers } = request;
    const realm = realmOf(request);
    if (headers.authorization === undefined) return "bare";
    const parameters = parseAuthorization(Buffer.from(headers.authorization, "latin1").toString("utf8"));
    const get = (name: string) => parameters.get(name) ?? "";
    const state = nonces.get(get("nonce"));
    const [nc, cnonce] = [get("nc"), get("cnonce")];
    const named = get("username*").replace(/^UTF-8''/, "");
    const user = named === "" ? get("username") : decodeURIComponent(named);
    const wanted = parameters.get("userhash") === "true" ? hex(name, realm) : name;
    if (user !== wanted || get("realm") !== realm || get("uri") !== url) return "wrong user, realm or uri";
    if (parameters.get("algorithm") !== algorithm || get("opaque") !== 'op"aque\\') return "wrong echo";
    if (qop === undefined ? parameters.has("qop") : !qop.split(", ").includes(get("qop"))) return "wrong qop";
    const secret = hex(name, realm, password.normalize("NFC"));
    const key = session === undefined ? secret : hex(secret, get("nonce"), cnonce);
    const subject = get("qop") === "auth-int" ? hex(method, url, hex(body)) : hex(method, url);
    const proof = qop === undefined ? [subject] : [nc, cnonce, get("qop"), subject];
    if (get("response") !== hex(key, get("nonce"), ...proof)) return "wrong response";
    if (state === undefined || state.uses >= (options.uses ?? Infinity)) return "stale";
    if (lateAnswers-- > 0) return "stale";
    if (qop !== undefined && (!/^[0-9a-f]{8}$/.test(nc) || parseInt(nc, 16) <= state.last))
      return "wrong count";
    nonces.set(get("nonce"), { last: parseInt(nc, 16), uses: state.uses + 1 });
    return "in";
  }

  function challengeAfter(verdict: Verdict, realm: string): readonly string[] {
    const nonce = `n${nonces.size}/+==`;
    nonces.set(nonce, { last: 0, uses: 0 });
    const parts = [
      `realm="${realm.replaceAll(/["\\]/g, "\\$&")}"`,
      ...(qop === undefined ? [] : [`qop="${qop}"`]),
      ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
      `nonce="${nonce}", opaque="op\\"aque\\\\"`,
      ...(verdict === "stale" && saysStale ? ["stale=TRUE"] : []),
      ...(more === "" ? [] : [more]),
    ];
    const text = `Digest ${parts.join(", ")}`;
    return [...(options.before ?? []), Buffer.from(text, "utf8").toString("latin1")];
  }

  /** The challenges for a request; undefined if the request is accepted. */
  async function receive(request: IncomingMessage): Promise<readonly string[] | undefined> {
    const verdict = verify(request, await buffer(request));
    arrived.push({ url: request.url ?? "", authorization: request.headers.authorization, verdict });
    return verdict === "in" ? undefined : challengeAfter(verdict, realmOf(request));
  }

  const server = createServer((request, response) => {
    void receive(request).then((challenge) => {
      if (challenge !== undefined) response.writeHead(401, { "www-authenticate": [...challenge] }).end("out");
      else if (request.url === "/go") response.writeHead(307, { location: "/there" }).end();
      else response.end("in");
    });
  });
  server.on("upgrade", (request, socket) => {
    void receive(request).then((challenge) => {
      const lines = (challenge ?? []).map((line) => `www-authenticate: ${line}\r\n`).join("");
      const status = challenge === undefined ? "403 In" : "401 Out";
      socket.end(`HTTP/1.1 ${status}\r\n${lines}content-length: 0\r\nconnection: close\r\n\r\n`);
    });
  });
  const { host, close } = await listen(server);
  return { arrived, verdicts: () => arrived.map(({ verdict }) => verdict), host, close };
}
