// The backend of the next job, and what is known of it.

import type { BackendInfo } from "@pictor/client";
import { computed } from "@preact/signals";
import { backends } from "../../api/catalog.js";
import { backendData } from "../../backends/data/backend-data.js";
import { isOpenPrompt } from "../../backends/data/health.js";
import { draft } from "../../draft/current-draft.js";

const chosenName = computed(() => draft.value.backend);
/** Undefined if there is none. */
export const currentBackend = computed(() => chosenName.value ?? backends.state.value.value?.default);

const data = computed(() =>
  currentBackend.value === undefined ? undefined : backendData(currentBackend.value),
);
export const currentState = computed(() => data.value?.state.state.value.value);
/** The prompts of all clients that have not ended. */
export const openPrompts = computed(() =>
  (data.value?.prompts.state.value.value?.prompts ?? []).filter(isOpenPrompt),
);

/** The version without the build information after the plus sign. */
export const versionOf = (info: BackendInfo | undefined): string | undefined => info?.version.split("+")[0];
