// The Manager's tasks, and the request body that each generation of the Manager expects for them. Pure functions.

import type { ListedPack } from "./installed-packs.js";

export type ManagerTask =
  /** Installs from the registry, or switches the version of an installed pack. `version` is exact or `latest`. */
  | { readonly kind: "install"; readonly id: string; readonly version: string; readonly address?: string }
  /** Clones an address that is in the Manager's list. */
  | { readonly kind: "clone"; readonly name: string; readonly address: string }
  | { readonly kind: "update" | "enable" | "disable" | "remove"; readonly pack: ListedPack };

/** Members of every request body of Managers 3.x, which answer with status 500 if they are missing. */
const source = { channel: "default", mode: "cache" } as const;

type Body = Readonly<Record<string, unknown>>;

export interface LegacyTask {
  readonly route: "install" | "update" | "disable" | "uninstall";
  readonly body: Body;
}

/** The task for `/manager/queue/<route>`, and for the lists of `/v2/manager/queue/batch`. */
export function legacyTaskOf(task: ManagerTask, taskId: string): LegacyTask {
  const common = { ui_id: taskId, ...source };
  if (task.kind === "install") {
    const { id, version, address } = task;
    const repository = address === undefined ? {} : { files: [address], repository: address };
    return { route: "install", body: { ...common, id, version, selected_version: version, ...repository } };
  }
  if (task.kind === "clone") {
    const { name, address } = task;
    const body = {
      id: name,
      version: "unknown",
      selected_version: "unknown",
      files: [address],
      repository: address,
    };
    return { route: "install", body: { ...common, ...body } };
  }
  const body = { ...common, ...legacyNameOf(task.pack) };
  if (task.kind !== "enable") return { route: task.kind === "remove" ? "uninstall" : task.kind, body };
  // 3.x has no route for enabling: installing a disabled pack enables it.
  return { route: "install", body: { ...body, selected_version: body.version, skip_post_install: true } };
}

/** The Manager identifies a clone of an unregistered repository by the last segment of its first address. */
function legacyNameOf({ name, kind, version, repository }: ListedPack) {
  const files = [repository ?? `https://github.com/unknown/${name}`];
  if (kind === "unknown") return { id: name, version: "unknown", files };
  return { id: name, version: kind === "nightly" ? "nightly" : version, files };
}

export interface QueueTask {
  readonly kind: "install" | "update" | "enable" | "disable" | "uninstall";
  readonly params: Body;
}

/**
 * The task for `/v2/manager/queue/task`. The server infers the type of `params` from its members: there must be no others.
 */
export function queueTaskOf(task: ManagerTask): QueueTask {
  switch (task.kind) {
    case "install": {
      const { id, version } = task;
      return { kind: "install", params: { id, version, selected_version: version, ...source } };
    }
    case "clone": {
      const params = { id: task.name, version: "unknown", selected_version: "unknown", ...source };
      return { kind: "install", params };
    }
    case "enable":
      return { kind: "enable", params: { cnr_id: task.pack.name } };
    case "update": {
      const { name, kind, version } = task.pack;
      return { kind: "update", params: { node_name: name, node_ver: kind === "registry" ? version : kind } };
    }
    case "disable":
    case "remove": {
      const { name, kind } = task.pack;
      const params = { node_name: name, is_unknown: kind === "unknown" };
      return { kind: task.kind === "remove" ? "uninstall" : "disable", params };
    }
  }
}
