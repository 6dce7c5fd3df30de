// The identity of the pool: what its members say of themselves, together.

import type { BackendInfo, InfoOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { settleMembers } from "../members/settle-members.js";

const distinct = (texts: readonly string[]): string => [...new Set(texts)].join(", ");

export async function readInfo(
  core: Core,
  facets: () => BackendInfo["facets"],
  { isFresh, signal }: InfoOptions = {},
): Promise<BackendInfo> {
  const { members, name } = core;
  await settleMembers(name, members, { ...core, signal });
  const ask = (): Promise<readonly (readonly [string, BackendInfo])[]> =>
    Promise.all(
      [...members.values()]
        .filter((member) => member.health().state === "ready")
        .map((member) =>
          member
            .call(
              (backend, limited) =>
                backend.info({ ...(isFresh !== undefined && { isFresh }), signal: limited }),
              { signal },
            )
            .then((info) => [[member.name, info] as const])
            .catch(() => {
              signal?.throwIfAborted();
              return [];
            }),
        ),
    ).then((answers) => answers.flat());
  let infos = await ask();
  if (infos.length === 0) {
    // Members that were ready do not answer any more: the failure says so if none does.
    await settleMembers(name, members, { ...core, signal });
    infos = await ask();
  }
  const devices = infos.flatMap(([member, info]) =>
    (info.devices ?? []).map((device) => ({ ...device, name: `${member}: ${device.name}` })),
  );
  const notices = infos.flatMap(([member, { notice }]) =>
    notice === undefined ? [] : [`${member}: ${notice}`],
  );
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
