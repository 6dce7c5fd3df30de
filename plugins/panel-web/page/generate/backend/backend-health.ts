// The health of the backends: whether they answer, their versions and their queues. It is read repeatedly while the
// view is shown.

import type { BackendPrompt, BackendState, BackendStatus } from "@pictor/client";
import { computed, signal } from "@preact/signals";
import { backends } from "../../api/catalog.js";
import { shownError, type ShownError } from "../../api/errors.js";
import { filledText } from "../../api/guards.js";
import { calls } from "../../api/session.js";
import { stateTitle } from "../../api/words.js";
import { draft } from "../../draft/current-draft.js";

export interface Health {
  readonly status?: BackendStatus;
  /** The state of the backend; absent for a server that does not run, because a request would start it. */
  readonly state?: BackendState;
  /** The prompts of all clients. */
  readonly prompts: readonly BackendPrompt[];
  readonly error?: ShownError;
}

const healths = signal<ReadonlyMap<string, Health>>(new Map());
export const healthOf = (name: string): Health | undefined => healths.value.get(name);

const chosenName = computed(() => draft.value.backend);
/** The backend of the next job; undefined if there is none. */
export const currentBackend = computed(() => chosenName.value ?? backends.state.value.value?.default);
export const currentHealth = computed((): Health | undefined =>
  currentBackend.value === undefined ? undefined : healthOf(currentBackend.value),
);

/** The version without the build information after the plus sign. */
export const versionOf = (health: Health | undefined): string | undefined =>
  filledText(health?.state?.info?.["version"])?.split("+")[0];
/** A notice that the user must know, such as that the backend draws images instead of generating them. */
export const noticeOf = (health: Health | undefined): string | undefined =>
  filledText(health?.state?.info?.["notice"]);

async function read(name: string): Promise<Health> {
  const params = { name };
  const status = await calls().readBackendStatus({ params });
  if (status.server !== undefined && status.server.state !== "running") return { status, prompts: [] };
  const state = await calls().readBackend({ params });
  if (!state.isReachable) return { status, state, prompts: [] };
  const { prompts } = await calls().listBackendPrompts({ params, query: { limit: 1 } });
  return { status, state, prompts: prompts.filter((prompt) => isOpenPrompt(prompt)) };
}

const isOpenPrompt = ({ state }: BackendPrompt): boolean => state === "queued" || state === "running";

export async function look(name: string): Promise<void> {
  const health = await read(name).catch((error: unknown): Health => ({
    ...healths.peek().get(name),
    prompts: [],
    error: shownError(error),
  }));
  healths.value = new Map(healths.peek()).set(name, health);
}

export type Tone = "good" | "warning" | "error" | "unknown";

/** The colored dot and the text for a backend. */
export function healthText(health: Health | undefined): { readonly tone: Tone; readonly text: string } {
  if (health === undefined) return { tone: "unknown", text: "…" };
  const { status, state, prompts, error } = health;
  if (status?.server !== undefined && status.server.state !== "running") {
    const { state: server } = status.server;
    if (server === "starting") return { tone: "warning", text: "starting" };
    if (server === "stopped") return { tone: "warning", text: "starts with the next job" };
    return { tone: "error", text: server === "absent" ? "not installed" : "crashed" };
  }
  if (error !== undefined || state?.isReachable !== true) {
    const title = stateTitle(state?.error?.code) ?? "Does not answer";
    return { tone: "error", text: title.charAt(0).toLowerCase() + title.slice(1) };
  }
  const waiting = prompts.filter((prompt) => prompt.state === "queued").length;
  return { tone: "good", text: waiting === 0 ? "ready" : `${waiting} waiting` };
}
