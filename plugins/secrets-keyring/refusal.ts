// The one way in which this store says that it cannot work.

import { fault, reasonOf, systemCode, type PictorError } from "@pictor/kernel/plugin";

export const store = "keyring";

/** `reason` contains only paths and messages of the operating system, never data read from the keyring. */
export const refusal = (reason: string): PictorError => fault("SECRETS_UNAVAILABLE", { store, reason });

/** Runs `work`; what the system refuses becomes a reason. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw systemCode(error) === undefined ? error : refusal(reasonOf(error));
  }
}
