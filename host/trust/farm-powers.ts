// The powers of backends that pass prompts on: a pool names its members, a queue the Redis and the store that it uses.

import { isRecord, referencesIn } from "@pictor/kernel";
import { isInside } from "./inside.js";
import { quoteValue, settingsInParentheses } from "./shown.js";

type Settings = Readonly<Record<string, unknown>>;

/** The names of the members of a pool; undefined if they are not a list of names. */
export function membersOf({ members }: Settings): readonly string[] | undefined {
  if (!Array.isArray(members)) return undefined;
  const names: readonly unknown[] = members;
  return names.every((name) => typeof name === "string") ? names : undefined;
}

/** What a pool does. `isOwn` tells whether the project file defines a member. */
export function describePool(name: string, settings: Settings, isOwn: (member: string) => boolean): string {
  const { members: _members, ...rest } = settings;
  const shown = (membersOf(settings) ?? []).map((member) =>
    isOwn(member) ? quoteValue(member) : `${quoteValue(member)} (not of this file)`,
  );
  const all = shown.length === 0 ? quoteValue(settings["members"]) : shown.join(", ");
  return `passes prompts and images on to the backends ${all} as the pool ${name}${settingsInParentheses(rest)}`;
}

const referenceNouns = {
  $env: "that the environment variable",
  $secret: "that your stored secret",
  $file: "that the file",
  $token: "that the token of",
} as const;

/** The address of one server up to its parameters, which ioredis reads as options, also a password. */
const oneHost = /^(rediss?:\/\/[^/?#]*(?:\/[^?#@]*)?)(?:\?[^#@]*)?$/i;
/**
 * The addresses of sentinels and of clusters, whose list of hosts is no URL: the scheme, and the hosts behind user and
 * password.
 */
const manyHosts = /^(rediss?-(?:sentinel|cluster):\/\/)(?:[^@/?#]*@)?([\w.,:[\]-]+)(?:[/?#][^@]*)?$/i;

/** The Redis of a queue, without its credentials. An address that cannot be parsed could have them anywhere. */
function shownRedis(redis: unknown): string {
  const [reference] = referencesIn(redis, "");
  if (reference !== undefined)
    return `the Redis ${referenceNouns[reference.kind]} ${quoteValue(reference.target)} names`;
  const address = typeof redis === "string" ? redis : "";
  const [, one = ""] = oneHost.exec(address) ?? [];
  if (URL.canParse(one)) return `the Redis at ${quoteValue(one)}`;
  const [, scheme, hosts] = manyHosts.exec(address) ?? [];
  return `the Redis at ${quoteValue(scheme === undefined || hosts === undefined ? "***" : `${scheme}${hosts}`)}`;
}

function shownStore(store: unknown): string {
  if (!isRecord(store)) return "";
  const { folder, endpoint, bucket } = store;
  if (folder !== undefined) return `, with their files in ${quoteValue(folder)}`;
  return endpoint === undefined && bucket === undefined
    ? ""
    : `, with their files in the bucket ${quoteValue(bucket)} at ${quoteValue(endpoint)}`;
}

/** What a queue does. */
export function describeQueue(name: string, { redis, store, ...rest }: Settings): string {
  return `passes prompts on to the workers of ${shownRedis(redis)} as the queue ${name}${shownStore(store)}${settingsInParentheses(rest)}`;
}

/** The profile that signs the requests to the store of a queue. */
export function profileOfStore({ store }: Settings): string | undefined {
  const auth = isRecord(store) ? store["auth"] : undefined;
  return typeof auth === "string" && auth !== "" ? auth : undefined;
}

/** Whether a queue keeps files outside of the folder of the project. */
export function storesOutside({ store }: Settings, folder: string): boolean {
  const place = isRecord(store) ? store["folder"] : undefined;
  return typeof place === "string" && !isInside(folder, place);
}
