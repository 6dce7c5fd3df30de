// The samples that a plugin's contract.js exports: what the rules cannot guess, such as the challenge of a server.

import type { StartTestServer } from "./backend/test-server.js";

/**
 * Settings with which an auth scheme, a workflow, a feature or a backend can be used. Default: the defaults and
 * examples of its schema.
 */
export interface Sample {
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A backend kind is tested with a server. */
export interface BackendSample extends Sample {
  /** Default: none, and the rules of backends are not checked. */
  readonly start?: StartTestServer;
}

export type SampleHeaders = Readonly<Record<string, string>>;

/** The answer of a server. */
export interface SampleAnswer {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: SampleHeaders;
  readonly body?: string;
}

/** The sample of an auth scheme. In its settings, `{{origin}}` stands for the address of the server that the rules start. */
export interface AuthSample extends Sample {
  /** The headers of a 401 that the scheme answers, such as `{ "www-authenticate": "Digest ..." }`; may depend on the settings. */
  readonly challenge?: SampleHeaders | ((settings: Readonly<Record<string, unknown>>) => SampleHeaders);
  /**
   * What the server answers by path, for the scheme's own requests; may depend on how many there were before: `{
   * "/token": ... }`.
   */
  readonly pages?: Readonly<Record<string, SampleAnswer | ((before: number) => SampleAnswer)>>;
}

/** A request to an API that the rules send, and the status that its answer must have. */
export interface SampleRequest {
  /** With the prefix: `/acme/workflows`. */
  readonly path: string;
  /** Default: GET, or POST for a request with a body. */
  readonly method?: string;
  readonly headers?: SampleHeaders;
  readonly body?: string;
  /** Default: any below 400. */
  readonly status?: number;
}

/** The sample of an API. */
export interface ApiSample {
  readonly requests?: readonly SampleRequest[];
  /** What the local API answers by path: `{ "/v1/workflows": { body: "{}" } }`. Every other path is unknown there. */
  readonly pages?: Readonly<Record<string, SampleAnswer>>;
}

/** The default export of contract.js: the values of `config`, and a sample for the id of each contribution. */
export interface ContractSamples {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly apis?: Readonly<Record<string, ApiSample>>;
  readonly authSchemes?: Readonly<Record<string, AuthSample>>;
  readonly workflows?: Readonly<Record<string, Sample>>;
  readonly features?: Readonly<Record<string, Sample>>;
  readonly backends?: Readonly<Record<string, BackendSample>>;
}
