// Starts long work on a backend, or on its extensions, as an operation.

import type { Operation } from "@pictor/client";
import { openRequestedBackend, publishBackend, type OpenedBackend } from "@pictor/features/backends";
import type { Caller } from "@pictor/features/base";
import { operationControls, type OperationControls } from "../operations/operation-controls.js";
import type { RouteDependencies } from "./dependencies.js";

interface BackendOperation<Opened> {
  readonly kind: string;
  readonly title: string;
  readonly caller: Caller;
  readonly isConfirmed?: boolean | undefined;
  /**
   * Opens the parts of the instance that the operation needs. If it throws, because the instance does not support the
   * operation, the request is refused and no operation starts.
   */
  open(opened: OpenedBackend): Opened | Promise<Opened>;
  run(controls: OperationControls, opened: Opened): Promise<Readonly<Record<string, unknown>>>;
}

/** Starts an operation on a backend. */
export async function startBackendOperation<Opened>(
  { pictor, operations, log }: RouteDependencies,
  name: string,
  { kind, title, caller, isConfirmed, open, run }: BackendOperation<Opened>,
): Promise<Operation> {
  const opened = await open(await openRequestedBackend(pictor, name));
  return operations.start({
    kind,
    title,
    caller,
    target: { kind: "backend", name },
    run: async (context) => {
      try {
        return await run(operationControls(context, isConfirmed), opened);
      } finally {
        // The backend is published after a failure too, which can leave the server in another state.
        publishBackend({ pictor, log }, name, kind.startsWith("backend.") ? "server" : "extensions");
      }
    },
  });
}
