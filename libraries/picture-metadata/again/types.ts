// What a picture or a project asks for when it is to be made again.

import type { JsonObject } from "../record.js";

/** Where the request was taken from, in order of preference. */
export const againKinds = ["record", "stability-matrix", "parameters", "comfy"] as const;
export type AgainKind = (typeof againKinds)[number];

export interface AgainFeature {
  readonly id: string;
  readonly settings: JsonObject;
}

/** What a generation needs to be told. */
export interface ProjectRequest {
  /** Id of a workflow. */
  readonly workflow: string;
  /** Its settings. */
  readonly params: JsonObject;
  /** In their order. */
  readonly features: readonly AgainFeature[];
  /** Batches, from 1. */
  readonly count: number;
}

export interface AgainRequest extends ProjectRequest {
  readonly kind: AgainKind;
  /** What could not be taken over as it is, and why; sentences for a person. */
  readonly notes: readonly string[];
}

/** Why there is nothing to make again, and what helps; sentences for a person. */
export interface AgainRefusal {
  readonly reason: string;
  readonly advice: string;
}

export type Again = { readonly request: AgainRequest } | { readonly refusal: AgainRefusal };
