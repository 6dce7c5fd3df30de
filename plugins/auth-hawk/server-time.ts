// The time of each server, from the challenge with which it refuses a request that comes from another time.

import { keepNewest, parseChallenges } from "@pictor/kernel/plugin";
import { isTimeOfServer } from "./mac.js";

/** `silent`: the challenge names no time. `forged`: it names one without the proof that the server knows the key. */
export type NamedTime =
  | { readonly kind: "silent" }
  | { readonly kind: "forged" }
  | { readonly kind: "proven"; readonly timeMs: number };

/** The time in the values of WWW-Authenticate, which may contain other challenges too. */
export function timeIn(header: string, key: string): NamedTime {
  const attributes = parseChallenges(header).find(({ scheme }) => scheme === "hawk")?.parameters;
  const ts = attributes?.get("ts");
  if (ts === undefined || !/^\d{1,12}$/.test(ts)) return { kind: "silent" };
  if (!isTimeOfServer(key, ts, attributes?.get("tsm") ?? "")) return { kind: "forged" };
  return { kind: "proven", timeMs: Number(ts) * 1000 };
}

const maxServers = 64;

/** Differences to the time of this machine, by account: a server and a key. */
export function createOffsets() {
  const offsets = new Map<string, number>();
  return {
    of: (account: string): number => offsets.get(account) ?? 0,
    set(account: string, offsetMs: number): void {
      offsets.delete(account);
      offsets.set(account, offsetMs);
      keepNewest(offsets, maxServers);
    },
  };
}
