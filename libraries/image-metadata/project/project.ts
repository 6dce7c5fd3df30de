// A project, the request for a generation as data, and the result of importing a project from metadata.

import type { JsonObject } from "../base/json.js";

export interface ProjectFeature {
  readonly id: string;
  readonly settings: JsonObject;
}

/** Everything that a generation needs: workflow, settings, features and input files. */
export interface Project {
  /** Id of a workflow. */
  readonly workflow: string;
  /** Settings of the workflow. */
  readonly params: JsonObject;
  /** Features in the order in which they are applied. */
  readonly features: readonly ProjectFeature[];
  /** Number of batches, from 1. */
  readonly count: number;
  /**
   * SHA-256, in hexadecimal digits, of the files that the settings name, by their paths. Files with an unknown hash are
   * missing.
   */
  readonly files?: Readonly<Record<string, string>>;
}

/** Kinds of metadata that a project can be imported from, in order of preference. */
export const metadataKinds = [
  ...(["record", "stability-matrix", "fooocus", "invokeai", "novelai", "swarmui", "draw-things"] as const),
  ...(["parameters", "comfy"] as const),
] as const;
export type MetadataKind = (typeof metadataKinds)[number];

export interface ImportedProject extends Project {
  /** The kind of metadata that the project was imported from. */
  readonly kind: MetadataKind;
  /** Sentences for the user that say which settings could not be imported, and why. */
  readonly notes: readonly string[];
}

/** The project of a graph of ComfyUI, which the workflow `custom` reads from the file at `path`. */
export const comfyProject = (path: string): ImportedProject => ({
  kind: "comfy",
  workflow: "custom",
  params: { graph: path },
  features: [],
  count: 1,
  notes: [],
});

/** Why nothing was imported. */
export interface ImportRefusal {
  /** End of a sentence whose subject is the image or file. */
  readonly reason: string;
  /** Sentences for the user that say what to do. */
  readonly advice: string;
}

export type ImportResult = { readonly project: ImportedProject } | { readonly refusal: ImportRefusal };
