// The environment of the server, whose variables fill in `{{names}}`.

import { computed } from "@preact/signals";
import { createResource } from "../api/resource.js";
import { calls } from "../api/session.js";
import type { Variable } from "./address/variables.js";

export const environments = createResource(async (signal) => calls().readConfiguration({ signal }));

export const activeEnvironment = computed(() => environments.state.value.value?.environment);

/** The variables of the active environment. */
export const variables = computed((): readonly Variable[] => []);
