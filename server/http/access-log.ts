// The access log: one record for each request and each handshake. The query, headers and bodies are left out, because
// they could contain secrets.

import type { Redact } from "@pictor/host";
import { cutText } from "@pictor/kernel";

export interface AccessRecord {
  /** When the request arrived: milliseconds since 1970. */
  readonly at: number;
  /** IP address of the client; empty if the client had already disconnected. */
  readonly address: string;
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** Status of the reply; 101 for a handshake that was accepted. */
  readonly status: number;
  /** Code of the error, for a request to the API that was refused. */
  readonly code?: string;
  /** Name of the token; undefined for a request without a valid one. */
  readonly token?: string;
  /** Milliseconds until the reply began. */
  readonly ms: number;
}

export type AccessLog = (record: AccessRecord) => void;

/** The record of a request that is not answered yet. */
export interface OpenRecord {
  /** Sets the name of the token that the request has. */
  caller(name: string): void;
  /** Sets the code of the error with which the request is refused. */
  refused(code: string): void;
  /** Writes the record. */
  end(status: number): void;
}

/** Opens the record of a request; `path` must not contain the query. */
export type OpenAccess = (request: {
  readonly address: string | undefined;
  readonly method: string;
  readonly path: string;
}) => OpenRecord;

export interface AccessLogOptions {
  /** Receives each record. Default: nothing is written. */
  readonly log?: AccessLog | undefined;
  readonly redact: Redact;
  /** A clock in milliseconds, for durations. */
  readonly now: () => number;
  /** The time in milliseconds since 1970. */
  readonly date: () => number;
}

const maxLength = 200;

/**
 * Makes a text safe for the log: replaces secrets, then shortens the text, then replaces control characters, which
 * could forge another line.
 */
const clean = (text: string, redact: Redact): string =>
  cutText(redact(text), maxLength).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");

const ignore = (): void => undefined;
const ignored: OpenRecord = { caller: ignore, refused: ignore, end: ignore };

export function createAccessLog({ log, redact, now, date }: AccessLogOptions): OpenAccess {
  if (log === undefined) return () => ignored;
  return ({ address = "", method, path }) => {
    const at = date();
    const startedAt = now();
    let token: string | undefined;
    let code: string | undefined;
    return {
      caller: (name) => (token = clean(name, redact)),
      refused: (given) => (code = given),
      end(status) {
        const ms = now() - startedAt;
        const shown = { at, address, method: clean(method, redact), path: clean(path, redact), status };
        log({ ...shown, ...(code !== undefined && { code }), ...(token !== undefined && { token }), ms });
      },
    };
  };
}
