// Reads the setting `redis`: the address of one server, of the sentinels that know the server, or of the nodes of a
// cluster. Pure.
//
//   redis://[user:password@]host[:6379][/database]
//   redis-sentinel://[user:password@]host[:26379][,host...][/database]?sentinelMasterId=name[&sentinelUsername=user][&sentinelPassword=password]
//   redis-cluster://[user:password@]host[:6379][,host...]
//
// rediss://, rediss-sentinel:// and rediss-cluster:// are the same with TLS. The form with sentinels is that of Lettuce
// (its `RedisURI`, with the query parameter for the name), to which the credentials of the sentinels are added; the
// form for a cluster is the same list of hosts below the scheme that fred and redis-url-plus use.

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

interface ManyNodes {
  /** Any of these knows which server takes the writes. */
  readonly nodes: readonly Endpoint[];
  readonly credentials: Credentials;
  readonly isTls: boolean;
}

export type RedisTarget =
  | { readonly is: "server"; readonly url: string }
  | ({
      readonly is: "sentinel";
      /** The name by which the sentinels know the server. */
      readonly primary: string;
      readonly database: number;
      readonly sentinelCredentials: Credentials;
    } & ManyNodes)
  | ({ readonly is: "cluster" } & ManyNodes);

export interface RedisAddress {
  readonly target: RedisTarget;
  /**
   * For display: hosts, ports and database. Without the scheme, because the whole address is a secret, which is hidden
   * wherever it is shown.
   */
  readonly text: string;
}

/** Why a text is not an address. It quotes nothing of the text, which may contain a password anywhere. */
export interface AddressProblem {
  readonly problem: string;
}

const forms =
  "it is not an address such as redis://host:6379/0, rediss://user:password@host:6380, redis-sentinel://host:26379,host:26379/0?sentinelMasterId=name or redis-cluster://host:6379,host:6379";
const parameters = ["sentinelMasterId", "sentinelUsername", "sentinelPassword"];

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
const escapes = "a percent sign in it begins no escape: write it as %25";

const credentialsOf = (username: string, password: string): Credentials => ({
  ...(username !== "" && { username }),
  ...(password !== "" && { password }),
});

/** The part before the hosts. A single word is the password. */
function readCredentials(text: string): Credentials | undefined {
  const colon = text.indexOf(":");
  const [username, password] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)].map(decoded);
  return username === undefined || password === undefined ? undefined : credentialsOf(username, password);
}

function readEndpoint(text: string, port: number): Endpoint | undefined {
  const url = `redis://${text}`;
  if (text === "" || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  // An address of IPv6 can be written in several ways.
  if (parsed.hostname === "" || (parsed.host !== text && !text.startsWith("["))) return undefined;
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? port : Number(parsed.port),
  };
}

export const textOf = ({ host, port }: Endpoint): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** With one of these behind the host, what stands for the host may be the beginning of a password. */
const misplaced = /#|\?.*@/s;

function readServer(url: string): RedisAddress | AddressProblem {
  if (!URL.canParse(url) || misplaced.test(url)) return { problem: forms };
  const { protocol, username, password, hostname, port, pathname } = new URL(url);
  if (hostname === "" || !/^\/?\d{0,9}$/.test(pathname)) return { problem: forms };
  if (decoded(username) === undefined || decoded(password) === undefined) return { problem: escapes };
  const tls = protocol === "rediss:" ? " (TLS)" : "";
  return {
    target: { is: "server", url },
    text: `${hostname}:${port || "6379"}${pathname.replace(/^\/$/, "")}${tls}`,
  };
}

/** The parameters of a query, whose plus signs stand for themselves; undefined if an escape in it is wrong. */
function readQuery(query: string): ReadonlyMap<string, string> | undefined {
  const given = new Map<string, string>();
  for (const pair of query.split("&").filter((one) => one !== "")) {
    const [name = "", ...value] = pair.split("=");
    const text = decoded(value.join("="));
    if (text === undefined) return undefined;
    given.set(name, text);
  }
  return given;
}

const textOfAll = (nodes: readonly Endpoint[]): string => nodes.map(textOf).join(",");

function readSentinels(common: ManyNodes, path: string, query: string): RedisAddress | AddressProblem {
  const given = readQuery(query);
  if (given === undefined) return { problem: escapes };
  if ([...given.keys()].some((name) => !parameters.includes(name)))
    return { problem: `a parameter of it is none of ${parameters.join(", ")}` };
  const [primary = "", username = "", password = ""] = parameters.map((name) => given.get(name));
  if (primary === "") return { problem: "the name of the server is missing: ?sentinelMasterId=name" };
  const database = Number(path);
  const sentinelCredentials = credentialsOf(username, password);
  return {
    target: { is: "sentinel", primary, database, sentinelCredentials, ...common },
    text: `${textOfAll(common.nodes)}/${database} (Sentinel ${primary}${common.isTls ? ", TLS" : ""})`,
  };
}

function readCluster(common: ManyNodes, path: string, query: string): RedisAddress | AddressProblem {
  if (Number(path) !== 0) return { problem: "a Redis Cluster has the database 0 alone" };
  if (query !== "") return { problem: "the address of a Redis Cluster has no parameters" };
  return {
    target: { is: "cluster", ...common },
    text: `${textOfAll(common.nodes)} (Redis Cluster${common.isTls ? ", TLS" : ""})`,
  };
}

const scheme = /^redis(s?)-(sentinel|cluster):\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;

export function readAddress(text: string): RedisAddress | AddressProblem {
  if (/^rediss?:/i.test(text)) return readServer(text);
  const [, tls, kind, user = "", hosts = "", path = "", query = ""] = scheme.exec(text) ?? [];
  if (kind === undefined) return { problem: forms };
  const isCluster = kind.toLowerCase() === "cluster";
  const credentials = readCredentials(user);
  if (credentials === undefined) return { problem: escapes };
  const nodes: Endpoint[] = [];
  for (const host of hosts.split(",")) {
    const node = readEndpoint(host, isCluster ? 6_379 : 26_379);
    if (node === undefined)
      return { problem: `host ${nodes.length + 1} of its list is not a host with a port up to 65535` };
    nodes.push(node);
  }
  if (!/^\d{0,9}$/.test(path)) return { problem: "the database behind its hosts is not a number" };
  return (isCluster ? readCluster : readSentinels)({ nodes, credentials, isTls: tls !== "" }, path, query);
}
