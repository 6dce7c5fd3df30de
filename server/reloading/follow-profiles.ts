// Applies profiles that another process has changed, such as `pictor auth set`, and tells the clients.

import type { ProfileChanges } from "@pictor/features/profiles";
import type { Pictor } from "@pictor/host";
import { reasonOf, type Clock } from "@pictor/kernel";

/** Milliseconds between two checks. */
const everyMs = 2_000;

interface Followed {
  readonly pictor: Pick<Pictor, "profiles">;
  readonly profileChanges: ProfileChanges;
  readonly clock: Clock;
}

/** Checks until the signal is aborted. */
export function followProfiles(
  { pictor, profileChanges, clock }: Followed,
  warn: (text: string) => void,
  signal: AbortSignal,
): void {
  let stop = (): void => undefined;
  const look = async (): Promise<void> => {
    try {
      for (const name of await pictor.profiles.readChanges()) await profileChanges.publish(name);
    } catch (error) {
      warn(`The profiles stay as they were: ${reasonOf(error)}`);
    }
    wait();
  };
  const wait = (): void => {
    if (!signal.aborted) stop = clock.after(everyMs, () => void look());
  };
  signal.addEventListener("abort", () => stop());
  wait();
}
