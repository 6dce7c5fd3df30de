// Whether a member can be used: it is left out after a failure, and looked at again with growing pauses. Pure.

export type Health =
  | { readonly state: "unchecked"; readonly failures: 0 }
  /** `failures` are those since a prompt has last ended on the member: the next pause is longer the more there were. */
  | { readonly state: "ready"; readonly failures: number }
  | {
      readonly state: "unreachable";
      readonly failures: number;
      readonly reason: string;
      /** When the member is looked at again, in milliseconds since 1970. */
      readonly retryAt: number;
    };

export type HealthInput =
  | { readonly type: "answered" }
  /** A prompt has ended on the member. */
  | { readonly type: "proven" }
  | { readonly type: "failed"; readonly reason: string; readonly now: number; readonly random: number };

const shortestMs = 1_000;
const longestMs = 60_000;

/** Milliseconds until the member is looked at again; `random` from 0 to 1 spreads members that failed together. */
export const retryAfterMs = (failures: number, random: number): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.min(failures, 10)) * (0.5 + random / 2);

export const unchecked: Health = { state: "unchecked", failures: 0 };

export function nextHealth(health: Health, input: HealthInput): Health {
  switch (input.type) {
    case "answered":
      return { state: "ready", failures: health.failures };
    case "proven":
      return health.state === "ready" && health.failures > 0 ? { state: "ready", failures: 0 } : health;
    case "failed": {
      const { reason, now, random } = input;
      // Several calls fail together: they are one failure.
      if (health.state === "unreachable" && now < health.retryAt) return health;
      return {
        state: "unreachable",
        failures: health.failures + 1,
        reason,
        retryAt: now + retryAfterMs(health.failures, random),
      };
    }
  }
}
