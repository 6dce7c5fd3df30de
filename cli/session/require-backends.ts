// Refuses unknown names of backends before a server starts, and not with its first request.

import { didYouMean, fault, type Pictor } from "@pictor/host";

/** Throws `BACKEND_UNKNOWN` for the first name that is none of a backend. */
export function requireBackends(pictor: Pick<Pictor, "backends">, wanted: readonly string[]): void {
  const names = pictor.backends().map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const suggestion = didYouMean(unknown, names);
  throw fault("BACKEND_UNKNOWN", { backend: unknown, known: names.join(", "), suggestion });
}
