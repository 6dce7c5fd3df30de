// Reads the body of a change in ComfyUI-Manager 3.x and the legacy user interface of 4.x: a task, or a refusal.
import { isRecord } from "@pictor/kernel/plugin";
import type { CustomNodesFolder } from "./custom-nodes-folder.js";
import { repositoryName, type ManagerOptions } from "./options.js";
import { allows, isListed, type Risk } from "./security.js";

export const taskKinds = ["install", "update", "uninstall", "disable"] as const;
type TaskKind = (typeof taskKinds)[number];

export interface Task {
  readonly uiId: string;
  /** Changes the installed node packs, and returns the result text. */
  run(): string;
}

/** A task for the queue, or the status of the reply; 200 means that the change was made at once. */
export type TaskOrStatus = { readonly status: 200 | 400 | 403 | 404 | 500 } | { readonly task: Task };

export interface TaskContext {
  readonly options: ManagerOptions;
  readonly folder: CustomNodesFolder;
  /** The risk of an installation, which is higher in 4.x. */
  readonly installRisk: Risk;
}

/** Reads a task from the body of a request. As in the real ComfyUI-Manager, a missing member leads to status 500. */
export function readTask(kind: TaskKind, body: unknown, context: TaskContext): TaskOrStatus {
  if (!isRecord(body)) return { status: 500 };
  if (kind === "install") return install(body, context);
  const { version, ui_id: uiId } = body;
  const name = packName(body);
  if (kind !== "disable" && !allows(context.options, "middle")) return { status: 403 };
  if (typeof version !== "string" || typeof uiId !== "string" || name === undefined) return { status: 500 };
  const { folder } = context;
  const run = {
    update: () => folder.update(name),
    uninstall: () => folder.remove(name, version === "unknown"),
    disable: () => folder.disable(name),
  }[kind];
  return { task: { uiId, run } };
}

/** The name of a node pack: its id, or for a pack that is not in the registry the last part of its first file's URL. */
function packName({ id, version, files }: Readonly<Record<string, unknown>>): string | undefined {
  const [file] = (Array.isArray(files) ? files : []) as readonly unknown[];
  const name = version === "unknown" ? (typeof file === "string" ? repositoryName(file) : undefined) : id;
  return typeof name === "string" ? name : undefined;
}

function install(
  body: Readonly<Record<string, unknown>>,
  { options, folder, installRisk }: TaskContext,
): TaskOrStatus {
  if (!allows(options, installRisk)) return { status: 403 };
  const { version, selected_version: selected = "latest", skip_post_install: skip, repository } = body;
  const { ui_id: uiId, channel, mode } = body;
  const name = packName(body);
  if (typeof version !== "string" || typeof uiId !== "string" || name === undefined) return { status: 500 };
  if (version !== "unknown" && selected === "unknown") return { status: 400 };
  const requested = version === "unknown" ? "unknown" : String(selected);
  const found = folder.find(name);
  if (version !== "unknown" && skip === true && found !== undefined && !found.enabled) {
    const run = (): string => folder.enable(name);
    // ComfyUI-Manager 4.x queues the change, 3.x makes it at once.
    if (installRisk === "middle+") return { task: { uiId, run } };
    run();
    return { status: 200 };
  }
  const files = Array.isArray(body["files"]) ? (body["files"] as unknown[]) : [];
  const urls = requested === "nightly" ? [repository] : requested === "unknown" ? files : [];
  const isKnown = urls.every((url) => isListed(options.packs, url));
  if (!isKnown && !allows(options, "git-url")) return { status: 404 };
  if (typeof channel !== "string" || typeof mode !== "string") return { status: 500 };
  return { task: { uiId, run: () => folder.install(name, requested) } };
}
