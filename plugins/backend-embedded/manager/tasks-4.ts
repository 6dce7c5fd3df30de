// A task of 4.x: checked only when it runs, and then refused by nothing but the word `failed`.
import { isObject } from "../json.js";
import type { Disk } from "./disk.js";
import type { ManagerOptions } from "./options.js";
import { allows } from "./security.js";

export interface Task4 {
  readonly uiId: string;
  readonly clientId: string;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const members: Readonly<Record<string, readonly string[]>> = {
  install: ["id", "version", "selected_version", "mode", "channel"],
  update: ["node_name"],
  uninstall: ["node_name"],
  disable: ["node_name"],
  enable: ["cnr_id"],
};

/** Undefined for what is no task: the real one answers 400. */
export function readTask(body: unknown): Task4 | undefined {
  if (!isObject(body)) return undefined;
  const { ui_id: uiId, client_id: clientId, kind, params } = body;
  if (typeof uiId !== "string" || typeof clientId !== "string" || typeof kind !== "string") return undefined;
  const needed = Object.hasOwn(members, kind) ? members[kind] : undefined;
  if (needed === undefined || !isObject(params)) return undefined;
  return needed.every((name) => typeof params[name] === "string")
    ? { uiId, clientId, kind, params }
    : undefined;
}

/** What it does to the disk, and the result's text. */
export function runTask({ kind, params }: Task4, options: ManagerOptions, disk: Disk): string {
  const name = String(params["node_name"]);
  switch (kind) {
    case "install":
      if (!allows(options, "middle+")) return "failed";
      return disk.install(String(params["id"]), String(params["selected_version"]));
    case "update":
      return disk.update(name);
    case "uninstall":
      return allows(options, "middle") ? disk.remove(name, params["is_unknown"] === true) : "failed";
    case "disable":
      return disk.disable(name);
    default:
      return disk.enable(String(params["cnr_id"]));
  }
}
