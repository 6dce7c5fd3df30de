// The operations on a backend: those that run, and the last one that ended until the user dismisses it.

import { signal } from "@preact/signals";
import type { Operation } from "@pictor/client";
import { useEffect, useRef } from "preact/hooks";
import { operations } from "../../api/session.js";
import { useAttempt } from "../../parts/attempt.js";
import { OperationCard } from "./operation-card.js";

const dismissed = signal<ReadonlySet<string>>(new Set());

/** The operations on a backend, newest first. */
export const operationsOn = (name: string): readonly Operation[] =>
  operations.value.filter(({ target }) => target.kind === "backend" && target.name === name);

const isRunning = ({ state }: Operation): boolean => state === "running";

/** What starts operations on a backend, on which one runs at a time: `isTaken` while one runs or is being started. */
export function useStart(name: string) {
  const attempt = useAttempt(name);
  return {
    attempt,
    isTaken: attempt.isBusy || operationsOn(name).some(isRunning),
    start: (operation: () => Promise<Operation>): void => void attempt.run(operation),
  };
}

/** Calls `changed` when an operation on the backend begins or ends, even one that another client has started. */
export function useOperationChanges(name: string, changed: () => void): void {
  const states = operationsOn(name)
    .map(({ id, state }) => `${id} ${state}`)
    .join();
  const before = useRef(states);
  useEffect(() => {
    if (before.current !== states) changed();
    before.current = states;
  }, [states]);
}

export function BackendOperations({ name }: { readonly name: string }) {
  const all = operationsOn(name);
  const [newest] = all;
  const shown = all.filter(
    (operation) => isRunning(operation) || (operation === newest && !dismissed.value.has(operation.id)),
  );
  return (
    <div class="stack" role="group" aria-label="Operations">
      {shown.map((operation) => (
        <OperationCard
          key={operation.id}
          operation={operation}
          onDismiss={() => (dismissed.value = new Set(dismissed.value).add(operation.id))}
        />
      ))}
    </div>
  );
}
