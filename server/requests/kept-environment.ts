// Keeps the environment that a person has chosen over a restart of the server: by project, in a file of the server's folder.

import type { Pictor } from "@pictor/host";
import { isRecord, recordOrEmpty } from "@pictor/kernel";
import { changeJsonFile, readJsonFile } from "../files/json-file.js";

export interface KeptEnvironmentOptions {
  readonly path: string;
  readonly pictor: Pick<Pictor, "chooseEnvironment" | "configuration" | "environments">;
}

export class KeptEnvironment {
  readonly #options: KeptEnvironmentOptions;

  constructor(options: KeptEnvironmentOptions) {
    this.#options = options;
  }

  /** The choices of all projects; empty if the file cannot be read, for example because it is damaged. */
  async #read(): Promise<Readonly<Record<string, unknown>>> {
    const kept = await readJsonFile(this.#options.path).catch(() => undefined);
    return recordOrEmpty(kept);
  }

  /** The active environment of the configuration: when it changes, a choice ends. */
  get #configured(): string | null {
    return this.#options.pictor.configuration.values.environment ?? null;
  }

  /** Restores the choice of an earlier run. */
  async restore(): Promise<void> {
    const { pictor } = this.#options;
    const kept = (await this.#read())[pictor.configuration.directory];
    if (!isRecord(kept) || kept["configured"] !== this.#configured) return;
    const { chosen } = kept;
    if (chosen === null) pictor.chooseEnvironment(undefined);
    else if (typeof chosen === "string" && Object.hasOwn(pictor.environments(), chosen))
      pictor.chooseEnvironment(chosen);
  }

  /** `chosen` is undefined for no environment. An error is ignored: the choice then ends with the server. */
  async keep(chosen: string | undefined): Promise<void> {
    const { path, pictor } = this.#options;
    const own = { chosen: chosen ?? null, configured: this.#configured };
    await changeJsonFile(
      path,
      () => this.#read(),
      (all) => ({ ...all, [pictor.configuration.directory]: own }),
    ).catch(() => undefined);
  }
}
