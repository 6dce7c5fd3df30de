// The engine of the embedded server: the queue, the history and the files of one session.
import { objectInfo } from "@pictor/comfyui-graph";
import { serverError, type Engine } from "@pictor/comfyui-protocol";
import { removePending } from "../runs/remove-pending.js";
import { findFile, storeFile } from "./files.js";
import type { ServerContext } from "./server-context.js";
import { submitPrompt, type EngineView } from "./submit.js";
import { ownSystemStats } from "./system-stats.js";

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
  const stop = (promptId: string): boolean => {
    if (queue.running()?.promptId !== promptId) return removePending(context, promptId);
    runner.interrupt(promptId);
    return true;
  };
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
    cancel: stop,
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
