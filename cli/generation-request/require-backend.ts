// Refuses the backend of a preset that does not exist, before anything is built.

import type { Pictor } from "@pictor/host";
import { fault, knownNames, namedBy } from "@pictor/kernel";

/** Throws BACKEND_UNKNOWN. `from` is the place of the name. */
export function requireBackend(kernel: Pick<Pictor, "backends">, name: string, from: string): void {
  const known = kernel.backends().map((instance) => instance.name);
  if (known.includes(name)) return;
  throw fault("BACKEND_UNKNOWN", { backend: name, origin: namedBy(from), ...knownNames(name, known) });
}
