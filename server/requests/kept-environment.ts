// The environment that a person has chosen, kept over a restart of the server: by project, in a file of the server's folder.

import { readFile } from "node:fs/promises";
import { isRecord, parseJson, withFileLock, type Pictor } from "@pictor/host";

export interface KeptEnvironmentOptions {
  readonly path: string;
  readonly pictor: Pick<Pictor, "chooseEnvironment" | "configuration" | "environments">;
}

export class KeptEnvironment {
  readonly #options: KeptEnvironmentOptions;

  constructor(options: KeptEnvironmentOptions) {
    this.#options = options;
  }

  async #read(): Promise<Readonly<Record<string, unknown>>> {
    const kept = parseJson(await readFile(this.#options.path, "utf8").catch(() => "{}"));
    return isRecord(kept) ? kept : {};
  }

  /** What the configuration makes active: a choice ends when that is changed. */
  get #configured(): string | null {
    return this.#options.pictor.configuration.values.environment ?? null;
  }

  /** Chooses what was chosen in another run. An error, such as of a damaged file, is ignored: nothing is chosen then. */
  async restore(): Promise<void> {
    const { pictor } = this.#options;
    const kept = await this.#read()
      .then((all) => all[pictor.configuration.directory])
      .catch(() => undefined);
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
    await withFileLock(path, async (lock) => {
      const all = await this.#read().catch(() => ({}));
      const next = { ...all, [pictor.configuration.directory]: own };
      await lock.replace(path, `${JSON.stringify(next, undefined, 2)}\n`, 0o600);
    }).catch(() => undefined);
  }
}
