// Errors of a store that cannot be used.

import { fault, reasonOf, systemCode, type PictorError } from "@pictor/kernel/plugin";

export const store = "keyring";

/** `reason` contains only paths and messages of the operating system, never data read from the keyring. */
export const refusal = (reason: string): PictorError => fault("SECRETS_UNAVAILABLE", { store, reason });

/** Runs `work`; converts errors of the operating system to `SECRETS_UNAVAILABLE`. */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw systemCode(error) === undefined ? error : refusal(reasonOf(error));
  }
}
