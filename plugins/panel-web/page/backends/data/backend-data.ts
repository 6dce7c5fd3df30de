// The data of each backend: whether it answers, the state of its server, its prompts. All views share one copy.

import type { BackendPromptList, BackendState, BackendStatus } from "@pictor/client";
import { createResource, type Resource } from "../../api/resource.js";
import { calls } from "../../api/session.js";
import { healthOf, type Health } from "./health.js";

export interface BackendData {
  readonly state: Resource<BackendState>;
  readonly status: Resource<BackendStatus>;
  readonly prompts: Resource<BackendPromptList>;
  /** Reads all data of the backend again. */
  load(): Promise<void>;
}

/** The number of finished prompts that are read in addition to the open ones. */
const latestPrompts = 20;

function createData(name: string): BackendData {
  const params = { name };
  const state = createResource((signal) => calls().readBackend({ params, signal }));
  const status = createResource((signal) => calls().readBackendStatus({ params, signal }));
  const prompts = createResource((signal) =>
    calls().listBackendPrompts({ params, query: { limit: latestPrompts }, signal }),
  );
  return {
    state,
    status,
    prompts,
    async load() {
      await Promise.all([state.load(), status.load()]);
      if (state.state.peek().value?.isReachable === true) await prompts.load();
    },
  };
}

const known = new Map<string, BackendData>();

export function backendData(name: string): BackendData {
  const found = known.get(name) ?? createData(name);
  known.set(name, found);
  return found;
}

/** The health of a backend, as far as it was read. */
export function knownHealth(name: string): Health {
  const { state, status, prompts } = backendData(name);
  return healthOf({
    state: state.state.value.value,
    status: status.state.value.value,
    prompts: prompts.state.value.value?.prompts,
    error: state.state.value.error,
  });
}
