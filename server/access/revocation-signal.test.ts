// The signal with which the requests of a token end.

import { expect, it } from "vitest";
import { revocationSignal } from "./revocation-signal.js";

function watch(revokedBefore: boolean, gone: AbortSignal) {
  const listeners = new Set<(id: string) => void>();
  const credentials = {
    isRevoked: () => revokedBefore,
    onRevoked(listener: (id: string) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { signal: revocationSignal(credentials, "own", gone), listeners };
}

it("is aborted when its own token is revoked, and at once if that was before", () => {
  const { signal, listeners } = watch(false, new AbortController().signal);
  const revoke = (id: string) => {
    for (const listener of listeners) listener(id);
    return signal.aborted;
  };
  expect([revoke("other"), revoke("own")]).toEqual([false, true]);
  expect(watch(true, new AbortController().signal).signal.aborted).toBe(true);
});

it("is aborted when the client leaves, and then the token is watched no longer", () => {
  const gone = new AbortController();
  const { signal, listeners } = watch(false, gone.signal);
  expect([signal.aborted, listeners.size]).toEqual([false, 1]);
  gone.abort();
  expect([signal.aborted, listeners.size]).toEqual([true, 0]);
  expect(watch(false, gone.signal).listeners.size).toBe(0);
});
