// The environments of the configuration, whose variables fill in `{{names}}`.

import { computed } from "@preact/signals";
import { createResource } from "../../api/resource.js";
import { calls } from "../../api/session.js";
import type { Variable } from "../../dialect/variables.js";

export const environments = createResource((signal) => calls().listEnvironments({ signal }));

export const activeEnvironment = computed(() => environments.state.value.value?.active);

/** The variables of the active environment; a secret has no value here. */
export const variables = computed((): readonly Variable[] => {
  const { active, environments: known = [] } = environments.state.value.value ?? {};
  return known.find(({ name }) => name === active)?.variables ?? [];
});
