// The access log: one record for each request, without the query, headers or a body, in which secrets could be.

import type { Redact } from "@pictor/host";

export interface AccessRecord {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** Name of the token; undefined for a request without a valid one. */
  readonly token?: string;
  readonly ms: number;
}

export type AccessLog = (record: AccessRecord) => void;

const maxPath = 200;

/** Replaces secrets, and control characters, which could forge a second line. */
export const cleanPath = (path: string, redact: Redact): string =>
  redact(path.slice(0, maxPath)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
