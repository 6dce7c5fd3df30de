// The signals with which the requests of tokens end.

import { expect, it } from "vitest";
import { RevocationSignals } from "./lifetimes.js";

function start(...revoked: readonly string[]) {
  const listeners = new Set<(id: string) => void>();
  const signals = new RevocationSignals({
    isRevoked: (id) => revoked.includes(id),
    onRevoked(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  const revoke = (id: string): void => {
    for (const listener of listeners) listener(id);
  };
  return {
    listeners,
    revoke,
    close: () => signals.close(),
    of: (tokenId: string) => signals.signalOf({ tokenId }),
  };
}

it("end those of the token that is revoked, also if that was before, and no others", () => {
  const { of, revoke } = start("before");
  const [own, other] = [of("own"), of("other")];
  expect(of("own")).toBe(own);
  revoke("own");
  revoke("unknown");
  expect([own, other, of("before")].map(({ aborted }) => aborted)).toEqual([true, false, true]);
  expect(own.reason).toMatchObject({ name: "AbortError", message: "The token was revoked." });
});

it("end all of them with the server, which listens no longer", () => {
  const { of, close, listeners } = start();
  const signal = of("own");
  close();
  expect(signal.reason).toMatchObject({ name: "AbortError", message: "The server ends." });
  expect(listeners.size).toBe(0);
});
