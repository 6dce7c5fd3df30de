// Errors of a store that cannot be used.

import { createSecretRefusals } from "@pictor/locks";

export const store = "file";

export const { refusal, withRefusals } = createSecretRefusals(store);
