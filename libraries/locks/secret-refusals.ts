// Errors of a secret store that keeps its secrets in a file.

import { diskFullFault, fault, reasonOf, systemCode, type PictorError } from "@pictor/kernel/plugin";

export interface SecretRefusals {
  /**
   * `SECRETS_UNAVAILABLE`. `reason` contains only paths and messages of the operating system, never data from the file
   * or a keyring.
   */
  refusal(reason: string): PictorError;
  /** Runs `work` on the file; converts errors of the operating system to `FILE_DISK_FULL` or `SECRETS_UNAVAILABLE`. */
  withRefusals<T>(path: string, work: () => Promise<T>): Promise<T>;
}

/** `store` is the id of the store. */
export function createSecretRefusals(store: string): SecretRefusals {
  const refusal = (reason: string) => fault("SECRETS_UNAVAILABLE", { store, reason });
  return {
    refusal,
    async withRefusals(path, work) {
      try {
        return await work();
      } catch (error) {
        if (systemCode(error) === undefined) throw error;
        throw diskFullFault(path, error) ?? refusal(reasonOf(error));
      }
    },
  };
}
