// The engine of the embedded server: the queue, the history and the files of one session.
import { objectInfo } from "@pictor/comfyui-graph";
import { serverError, type Engine, systemStats } from "@pictor/comfyui-protocol";
import { findFile, storeFile } from "./files.js";
import type { ServerContext } from "./server-context.js";
import { submitPrompt, type EngineView } from "./submit.js";
import os from "node:os";
import type { Queue } from "../prompts/queue.js";
import type { Runner } from "../runs/runner.js";

/**
 * Returns false when no prompt with this id is pending. As on real servers, the status is sent twice if the queue
 * becomes empty.
 */
export function removePending(
  { queue, runner }: { readonly queue: Queue; readonly runner: Pick<Runner, "announceStatus"> },
  promptId: string,
): boolean {
  const isOnly = queue.pending().length === 1;
  if (!queue.remove(promptId)) return false;
  if (isOnly) runner.announceStatus();
  runner.announceStatus();
  return true;
}

/** The version of ComfyUI whose protocol is implemented, with a suffix that identifies this server. */
const version = "0.8.0+pictor.embedded";

/** The packages that ComfyUI 0.8.0 requires. */
const packages = {
  required_frontend_version: "1.35.9",
  installed_templates_version: null,
  required_templates_version: "0.7.67",
};

export function ownSystemStats(
  argv: readonly string[],
  platform: NodeJS.Platform = process.platform,
): object {
  const memory = { totalBytes: os.totalmem(), freeBytes: os.freemem() };
  const device = { name: "cpu (simulated sampler)", type: "cpu", index: null, ...memory };
  return systemStats({ os: platform, ...memory, version, packages, argv, devices: [device] });
}

/** Real servers send `supports_v4` with and without a ComfyUI-Manager. */
const featuresOf = (maxUploadBytes: number) => ({
  supports_preview_metadata: true,
  supports_model_type_tags: true,
  max_upload_size: maxUploadBytes,
  node_replacements: true,
  extension: { manager: { supports_v4: true } },
});

/** The engine as one request sees it: it makes and holds nothing. */
export function embeddedEngine(context: ServerContext, view: EngineView): Engine {
  const { queue, history, runner, folders, argv, maxUploadBytes } = context;
  const classes = (name: string | undefined) =>
    name === undefined
      ? [...view.catalog.values()]
      : [view.catalog.get(name)].filter((one) => one !== undefined);
  return {
    maxBodyBytes: maxUploadBytes,
    features: featuresOf(maxUploadBytes),
    uploadFolder: folders.root,
    remaining: queue.remaining,
    activeNodes: ({ clientId }) => {
      const node = runner.activeNode(clientId);
      return node === undefined ? [] : [node];
    },
    submit: (body) => submitPrompt(context, view, body),
    queue() {
      const running = queue.running();
      return { running: running ? [running] : [], pending: queue.pending() };
    },
    removeQueued: (promptId) => void removePending(context, promptId),
    clearQueue() {
      queue.clear();
      runner.announceStatus();
    },
    interrupt: runner.interrupt,
    cancel(promptId) {
      if (queue.running()?.promptId !== promptId) return removePending(context, promptId);
      runner.interrupt(promptId);
      return true;
    },
    history: history.list,
    historyEntry: history.get,
    forget: history.delete,
    clearHistory: history.clear,
    objectInfo: (name) =>
      Object.fromEntries(
        classes(name).map(({ signature }) => [signature.name, objectInfo(signature, folders)]),
      ),
    embeddings: () => (context.modelFiles["embeddings"] ?? []).map((file) => file.replace(/\.[^.]*$/, "")),
    systemStats: () => ownSystemStats(argv),
    view: (file) => findFile(folders, file),
    upload: (upload) => storeFile(folders, upload),
    failed: serverError,
  };
}
