// One rule of the contract of plugins, the plugin that it looks at, and how the rule ends.

import type { Manifest, PictorError, Plugin } from "@pictor/kernel";
import type { ContractSamples } from "./samples.js";

/** What a rule cannot check, and what would let it: `there is no sample challenge; contract.js can name one`. */
export interface NotChecked {
  readonly notChecked: string;
}

/** One check of a plugin. */
export interface ContractCheck {
  /** Stable, for programs: `readme`. */
  readonly id: string;
  readonly name: string;
  /** Resolves to `NotChecked` if the rule has to be left out. Rejects with an Error that describes the violation. */
  run(): Promise<NotChecked | undefined>;
}

/** What the plugin needs in order to be loaded. */
export interface ContractOptions {
  /** Folders of the plugins that this one requires. */
  readonly beside?: readonly string[];
  /** Values of the plugin's `config`. Default: those of its contract.js, then a guess for each required field. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** In place of the plugin's contract.js. */
  readonly samples?: ContractSamples;
  /**
   * Milliseconds of the clock for which a rule waits for a backend or a generation; twenty of them pass in about a real one.
   * Default: 200,000 for a backend, 60,000 for a generation.
   */
  readonly patienceMs?: number;
}

/** The folder of a plugin, or a plugin that a test has written, with what its contract.js would export. */
export type ContractSource =
  string | { readonly manifest: unknown; readonly plugin: Plugin; readonly samples?: ContractSamples };

/** A plugin whose manifest is valid. */
export interface Subject {
  readonly source: ContractSource;
  readonly manifest: Manifest;
  readonly options: ContractOptions;
}

export type Contributions = NonNullable<Manifest["contributes"]>;

/** A rule as its file states it. */
export interface Rule {
  readonly id: string;
  readonly name: string;
  /** The rule is listed only for plugins that contribute at least one of these. Default: for every plugin. */
  readonly contribution?: keyof Contributions;
  /** Whether the rule is listed for the plugin. Default: yes. */
  readonly applies?: (manifest: Manifest) => boolean;
  readonly check: (subject: Subject) => Promise<NotChecked | undefined>;
}

/** A rule that needs the files of the folder. */
export interface FolderRule {
  readonly id: string;
  readonly name: string;
  readonly checkFolder: (folder: string) => Promise<undefined>;
}

/** The reasons for which parts of a rule could not be checked; undefined if there are none. */
export const notCheckedFor = (reasons: readonly string[]): NotChecked | undefined =>
  reasons.length === 0 ? undefined : { notChecked: [...new Set(reasons)].join("\n") };

/** Throws an Error with the messages of what was found. */
export function requireNone(found: readonly PictorError[]): void {
  if (found.length > 0) throw new Error(found.map(({ message }) => message).join("\n"));
}
