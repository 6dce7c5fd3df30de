// The engine of the facade: the protocol's view of a backend. Each owner sees and stops its own prompts.

import { tmpdir } from "node:os";
import { PythonError } from "@pictor/comfyui-graph";
import { json, MalformedRequestError, promptRefusal, serverError } from "@pictor/comfyui-protocol";
import type { Caller, Engine, ListedPrompt, Reply } from "@pictor/comfyui-protocol";
import { parseJsonOrUndefined, PictorError, reasonOf } from "@pictor/kernel/plugin";
import type { CallOptions } from "@pictor/kernel/plugin";
import { storeFile } from "../files/upload.js";
import { findFile } from "../files/view.js";
import { findOwn, listEnded, listQueue, type QueuePlace } from "../prompts/find.js";
import { hidePrompts } from "../prompts/hide.js";
import { clearQueue, interrupt, removeQueued, stopPrompt } from "../prompts/stop.js";
import { submitPrompt } from "../prompts/submit.js";
import { isOwn, optionsOf, type Facade } from "../state/facade-state.js";
import { objectInfoOf } from "../wire/object-info.js";
import { queuedPrompt } from "../wire/prompt.js";
import { readPrompt } from "../wire/read-prompt.js";
import { systemStatsOf } from "../wire/system.js";

/** The most pixels of an image that is decoded in this process, whose other clients wait meanwhile. */
const limits = { maxPixels: 25_165_824 };

/** A prompt of another owner is listed without its contents, so that a client can count the prompts before its own. */
function listedPrompt({ promptId, prompt }: QueuePlace, number: number): ListedPrompt {
  if (prompt !== undefined) return queuedPrompt(prompt, number);
  const hidden = { jsonGraph: {}, extraData: {}, outputs: [] };
  return { promptId, number, hasClientNumber: false, ...hidden, isForeign: true };
}

async function objectInfo(facade: Facade, name: string | undefined, options: CallOptions) {
  const wanted = name === undefined ? { refresh: true as const } : { classes: [name] };
  const catalog = await facade.backend.catalog({ ...options, ...wanted });
  const classes = name === undefined ? [...catalog.values()] : [catalog.get(name)];
  return objectInfoOf(classes.filter((found) => found !== undefined));
}

/** Throws the errors of the backend. What the request itself has wrong is named, which a real server does not do. */
function failed({ logger }: Facade, error: unknown, { signal }: Caller): Reply {
  signal?.throwIfAborted();
  if (error instanceof PictorError) throw error;
  if (error instanceof MalformedRequestError || error instanceof PythonError)
    return json(promptRefusal("invalid_request", `The request is malformed: ${error.message}`), 400);
  logger.warn(`a request of the gateway failed: ${reasonOf(error)}`);
  return serverError();
}

export function facadeEngine(facade: Facade): Engine {
  const { backend, maxBodyBytes } = facade;
  return {
    maxBodyBytes,
    features: { supports_preview_metadata: true, max_upload_size: maxBodyBytes },
    uploadFolder: tmpdir(),
    limits,
    remaining: facade.remaining,
    activeNodes: (caller) =>
      [...facade.active.values()].flatMap(({ prompt, run }) => {
        const node = run.activeNode;
        return isOwn(prompt, caller) && prompt.clientId === caller.clientId && node !== undefined
          ? [node]
          : [];
      }),
    async submit(body, caller) {
      const sent = parseJsonOrUndefined(body);
      if (sent === undefined) throw new MalformedRequestError("The body of the request is not JSON.");
      const read = readPrompt(sent);
      if ("error" in read) return read;
      const { priority } = caller;
      return submitPrompt(facade, priority === undefined ? read : { priority, ...read }, caller);
    },
    async queue(caller) {
      const places = await listQueue(facade, caller);
      const listed = places.map((place, number) => ({ ...place, as: listedPrompt(place, number) }));
      const of = (state: boolean) =>
        listed.filter(({ isRunning }) => isRunning === state).map(({ as }) => as);
      return { running: of(true), pending: of(false) };
    },
    removeQueued: (promptId, caller) => removeQueued(facade, promptId, caller),
    clearQueue: (caller) => clearQueue(facade, caller),
    interrupt: (promptId, caller) => interrupt(facade, promptId, caller),
    cancel: (promptId, caller) => stopPrompt(facade, promptId, caller),
    async history(caller) {
      const ended = await listEnded(facade, caller);
      return ended.map(({ prompt, entry }) => [prompt.promptId, entry] as const);
    },
    async historyEntry(promptId, caller) {
      if (facade.hidden.has(promptId)) return undefined;
      const found = await findOwn(facade, promptId, caller);
      return found?.in === "ended" ? found.entry : undefined;
    },
    forget: (promptId, caller) => hidePrompts(facade, caller, (id) => id === promptId),
    clearHistory: (caller) => hidePrompts(facade, caller, () => true),
    objectInfo: (name, caller) => objectInfo(facade, name, optionsOf(caller)),
    embeddings: async (caller) => (await backend.embeddings?.(optionsOf(caller))) ?? [],
    systemStats: async (caller) => systemStatsOf(await backend.info(optionsOf(caller))),
    view: (file, caller) => findFile(facade, file, optionsOf(caller)),
    upload: (file, caller) => storeFile(facade, file, optionsOf(caller)),
    failed: (error, caller) => failed(facade, error, caller),
  };
}
