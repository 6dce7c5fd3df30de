// The identity of the pool, made from those of its members.

import type { BackendInfo, InfoOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { askAll } from "../members/answers-of.js";
import { settleMembers } from "../members/settle-members.js";

/** What members say of themselves, with the names of all that say the same. */
function noticesOf(infos: readonly (readonly [string, BackendInfo])[]): readonly string[] {
  const members = new Map<string, string[]>();
  for (const [member, { notice }] of infos)
    if (notice !== undefined) members.set(notice, [...(members.get(notice) ?? []), member]);
  return [...members].map(([notice, names]) => `${names.join(", ")}: ${notice}`);
}

const distinct = (texts: readonly string[]): string => [...new Set(texts)].join(", ");

export async function readInfo(
  core: Core,
  facets: () => BackendInfo["facets"],
  { isFresh, signal }: InfoOptions = {},
): Promise<BackendInfo> {
  const { members, name } = core;
  await settleMembers(core, signal);
  const ask = async (): Promise<readonly (readonly [string, BackendInfo])[]> => {
    const asked = isFresh === undefined ? {} : { isFresh };
    const ready = [...members.values()].filter((member) => member.isReady());
    const found = await askAll(core, ready, (one, options) => one.info({ ...asked, ...options }), signal);
    return [...members.keys()].flatMap((name) => {
      const info = found.get(name);
      return info === undefined ? [] : [[name, info] as const];
    });
  };
  let infos = await ask();
  if (infos.length === 0) {
    // Members that were ready do not answer any more: the failure says so if none does.
    await settleMembers(core, signal);
    infos = await ask();
  }
  const devices = infos.flatMap(([member, info]) =>
    (info.devices ?? []).map((device) => ({ ...device, name: `${member}: ${device.name}` })),
  );
  const notices = noticesOf(infos);
  return {
    name,
    kind: "pool",
    title: `Pool of ${members.size} ${members.size === 1 ? "member" : "members"}: ${[...members.keys()].join(", ")}`,
    version: distinct(infos.map(([, { version }]) => version)),
    ...(devices.length > 0 && { devices }),
    ...(notices.length > 0 && { notice: notices.join("; ") }),
    facets: facets(),
  };
}
