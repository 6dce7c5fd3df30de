// Reads and runs the tasks of ComfyUI-Manager 4.x. Security rules are checked when a task runs; a refused task fails.
import { isRecord } from "@pictor/kernel/plugin";
import type { CustomNodesFolder } from "./custom-nodes-folder.js";
import type { ManagerOptions } from "./options.js";
import { allows } from "./security.js";

export interface TaskV4 {
  readonly uiId: string;
  readonly clientId: string;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const requiredParams: Readonly<Record<string, readonly string[]>> = {
  install: ["id", "version", "selected_version", "mode", "channel"],
  update: ["node_name"],
  uninstall: ["node_name"],
  disable: ["node_name"],
  enable: ["cnr_id"],
};

/** Reads a task. Returns undefined for an invalid one, to which the reply has status 400. */
export function readTask(body: unknown): TaskV4 | undefined {
  if (!isRecord(body)) return undefined;
  const { ui_id: uiId, client_id: clientId, kind, params } = body;
  if (typeof uiId !== "string" || typeof clientId !== "string" || typeof kind !== "string") return undefined;
  const required = Object.hasOwn(requiredParams, kind) ? requiredParams[kind] : undefined;
  if (required === undefined || !isRecord(params)) return undefined;
  return required.every((name) => typeof params[name] === "string")
    ? { uiId, clientId, kind, params }
    : undefined;
}

/** Changes the installed node packs, and returns the result text. */
export function runTask(
  { kind, params }: TaskV4,
  options: ManagerOptions,
  folder: CustomNodesFolder,
): string {
  const name = String(params["node_name"]);
  switch (kind) {
    case "install":
      if (!allows(options, "middle+")) return "failed";
      return folder.install(String(params["id"]), String(params["selected_version"]));
    case "update":
      return folder.update(name);
    case "uninstall":
      return allows(options, "middle") ? folder.remove(name, params["is_unknown"] === true) : "failed";
    case "disable":
      return folder.disable(name);
    default:
      return folder.enable(String(params["cnr_id"]));
  }
}
