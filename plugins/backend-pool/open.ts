// Opens a pool: connects its parts.

import { createComfyFacade } from "@pictor/comfyui-facade";
import type { Backend, BackendCalls, BackendFacets, BackendInfo, WaitingFacet } from "@pictor/kernel/plugin";
import { defaultLimits, type Limits } from "./base/limits.js";
import { cancelPrompt } from "./calls/cancel.js";
import { fetchOutput, placeOfFile } from "./calls/fetch-output.js";
import { fetchSubmission } from "./calls/fetch-submission.js";
import { listPrompts } from "./calls/list-prompts.js";
import { listen } from "./calls/listen.js";
import { createCatalogReader } from "./calls/read-catalog.js";
import { readEmbeddings } from "./calls/read-embeddings.js";
import { readInfo } from "./calls/read-info.js";
import { readPromptState } from "./calls/read-state.js";
import { submitToPool } from "./calls/submit.js";
import { checkSettings } from "./check-settings.js";
import type { Core } from "./core/core.js";
import { createCore, type PoolDependencies } from "./create-core.js";
import { createMembersFacet } from "./facets/members-facet.js";
import type { PoolSettings } from "./settings.gen.js";

/** Files of embedded members end with this process. A pool keeps its files only if all its members do. */
function retentionOf(core: Core): Pick<BackendFacets, "retention"> {
  const facets = [...core.members.values()].map((member) => member.current()?.facets);
  if (!facets.some((one) => one?.retention !== undefined)) return {};
  return {
    retention: {
      release(file) {
        const place = placeOfFile(core, file);
        place.member.current()?.facets.retention?.release(place.file);
      },
    },
  };
}

/** Throws for settings that do not fit together. Opens no member: each is opened when it is needed first. */
export function openPool(
  settings: PoolSettings,
  deps: PoolDependencies,
  limits: Limits = defaultLimits,
): Backend {
  checkSettings(settings, deps.name);
  const { core, dispatcher, close } = createCore(settings, deps, limits);
  const members = createMembersFacet(core, () => dispatcher.pump());
  const readCatalog = createCatalogReader(core);
  const calls: Omit<BackendCalls, "close"> = {
    info: (options) => readInfo(core, () => Object.keys(facets()) as BackendInfo["facets"], options),
    catalog: readCatalog,
    embeddings: (options) => readEmbeddings(core, options),
    events: (listener, options) => listen(core, listener, options),
    submit: (submission, options) => submitToPool(core, dispatcher, submission, options),
    cancel: (promptId, options) => cancelPrompt(core, promptId, options),
    state: (promptId, options) => readPromptState(core, promptId, options),
    prompts: (options) => listPrompts(core, options),
    fetchSubmission: (promptId, options) => fetchSubmission(core, promptId, options),
    upload: (file, options) => core.uploads.add(file, options),
    fetchOutput: (file, options) => fetchOutput(core, file, options),
  };
  // ComfyUI's protocol for the gateway: no single server could answer it.
  const direct = createComfyFacade({
    backend: { ...calls, close, facets: { members } },
    name: deps.name,
    clock: deps.clock,
    logger: deps.logger,
  });
  const waiting: WaitingFacet = {
    submit: (submission, options) => submitToPool(core, dispatcher, submission, options),
  };
  const facets = (): BackendFacets => ({ members, waiting, ...retentionOf(core), direct });
  return {
    ...calls,
    get facets() {
      return facets();
    },
    async close() {
      direct.close();
      await close();
    },
  };
}
