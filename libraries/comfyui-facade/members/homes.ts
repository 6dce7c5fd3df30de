// The servers behind the facade that can be asked directly: for the description of a class, and for the pages and settings of
// ComfyUI's front end.

import { parseJson, recordOrEmpty } from "@pictor/kernel/plugin";
import type {
  CallOptions,
  Catalog,
  DirectFacet,
  DirectRequest,
  Reply,
  SendOptions,
} from "@pictor/kernel/plugin";
import type { Facade } from "../state/facade-state.js";

/** The members that answer, in order, with their servers. A member that cannot be opened is left out. */
async function* homesOf(
  { backend }: Facade,
  options: CallOptions,
): AsyncGenerator<readonly [string, DirectFacet]> {
  const { members } = backend.facets;
  if (members?.open === undefined) return;
  const status = await members.status(options);
  const reachable = status.members.filter(({ state }) => state !== "unreachable");
  for (const { name } of reachable) {
    const member = await members.open(name).catch(() => undefined);
    if (member?.facets.direct !== undefined) yield [name, member.facets.direct];
  }
}

/** The reply of the first member that answers; undefined if no member can be asked. */
export async function askHome(
  facade: Facade,
  request: DirectRequest,
  options: SendOptions,
): Promise<Reply | undefined> {
  for await (const [, direct] of homesOf(facade, options)) return direct.send(request, options);
  return undefined;
}

const timeoutMs = 60_000;
/** The largest description of the classes of a server. */
const maxBytes = 256 * 1024 * 1024;

async function readClasses(
  direct: DirectFacet,
  path: string,
  options: CallOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = await direct.send({ path }, { ...options, timeoutMs, maxBytes });
  if (reply.status !== 200) {
    await reply.discard();
    return {};
  }
  const body = parseJson(await reply.text());
  return recordOrEmpty(body);
}

/**
 * The servers' own descriptions of classes: of each class by the first member that has it. A member that does not answer is left out.
 * `only` names the one class that is needed.
 */
export async function describeClasses(
  facade: Facade,
  catalog: Catalog,
  only: string | undefined,
  options: CallOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const described: Record<string, unknown> = {};
  const isOpen = (name: string): boolean => catalog.has(name) && !Object.hasOwn(described, name);
  const names = only === undefined ? [...catalog.keys()] : [only];
  const path = only === undefined ? "/object_info" : `/object_info/${encodeURIComponent(only)}`;
  for await (const [member, direct] of homesOf(facade, options)) {
    const open = names.filter(isOpen);
    if (open.length === 0) break;
    const has = (name: string): boolean => catalog.get(name)?.members?.includes(member) ?? true;
    if (!open.some(has)) continue;
    const found = await readClasses(direct, path, options).catch(() => ({}));
    for (const [name, info] of Object.entries(found)) if (isOpen(name)) described[name] = info;
  }
  return described;
}
