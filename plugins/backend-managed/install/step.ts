// What a step of an installation is: what it depends on, the commands that it would run, and what it does.

import type { PictorError } from "@pictor/kernel/plugin";
import type { Instance, WorkOptions } from "../instance.js";
import { configuredIndexes, displayIndexes } from "../python/package-indexes.js";
import { redactCredentials } from "../python/redact-credentials.js";
import { hashOf, type Snapshot } from "./snapshot.js";
import type { StepId } from "./steps.js";

/** Facts that are recorded with a finished step. */
export type StepFacts = Readonly<Record<string, string>>;

/** Time at which a step was done, as an input of later steps; `pending`, or `none` for a step that does not apply. */
export type Token = (id: StepId) => string;
export const pending = "?";

/** Everything but `perform` is pure. */
export interface Step {
  /** Whether the settings ask for the step. Default: always. */
  readonly applies?: (snapshot: Snapshot) => boolean;
  /** What the step depends on: it is repeated when this changes. Addresses are without credentials. */
  readonly inputs: (snapshot: Snapshot, token: Token) => unknown;
  /** Whether the result of the step exists. */
  readonly isOnDisk: (snapshot: Snapshot) => boolean;
  /** Lines for `InstallStep.detail`: mostly the commands that the step would run, for the user; without credentials. */
  readonly detail: (snapshot: Snapshot) => readonly string[];
  /** The error that the step would reject with, if that is known before anything is downloaded. */
  readonly problem?: (snapshot: Snapshot) => PictorError | undefined;
  /**
   * Performs the step; can be repeated after an interruption at any point. `snapshot` is the state of the installation
   * before the step, `inputs` the hash of the step's inputs.
   */
  readonly perform: (
    instance: Instance,
    snapshot: Snapshot,
    work: WorkOptions,
    inputs: string,
  ) => Promise<StepFacts>;
}

/** A text of the tree as an input. */
export const textInput = (token: Token, text = ""): string =>
  token("clone") === pending ? pending : hashOf(text);

/** The package indexes of the settings, as an input and for display. */
export const shownIndexes = ({ settings }: Snapshot): readonly string[] =>
  displayIndexes(configuredIndexes(settings));

export const isInEnvironment = ({ disk }: Snapshot): boolean => disk.hasEnvironment;

const quoted = (text: string): string =>
  /^[A-Za-z0-9_@%+=:,./\\~-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`;

/** Formats a command for display only: the quoting follows no particular shell. Credentials are removed. */
export const formatCommand = (parts: readonly string[]): string =>
  parts.map((part) => quoted(redactCredentials(part))).join(" ");
