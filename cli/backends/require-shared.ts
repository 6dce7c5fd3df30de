// Which backends a command can change: a pool is a part of each process that uses it.

import type { BackendInstance, MembersFacet } from "@pictor/kernel";
import { backendWorkFault } from "@pictor/features/backends";

/**
 * Throws `BACKEND_CANNOT` for a backend that is a part of each process that uses it: a change by this command would end with the
 * command.
 */
export function requireShared(
  { open }: MembersFacet,
  { name: backend, kind }: BackendInstance,
  route: string,
): void {
  if (open === undefined) return;
  throw backendWorkFault("BACKEND_CANNOT", {
    backend,
    kind,
    cannot: "is a part of each process that uses it, so a command cannot change that of another process",
    advice: `Use the panel of the \`pictor serve\` that has the ${kind}, or its route POST /v1/backends/${backend}/${route}.`,
  });
}
