// What a hard case is, and what comes of it.

import type { Fault } from "@pictor/backend-embedded/testing";
import type { Act } from "./actions.js";
import type { Expectation, Status } from "./expect.js";
import type { Shape } from "./graphs.js";

/**
 * Kinds that the embedded server does not have, which the proxy makes: `long-previews` appends bytes to each preview;
 * `late-request` forwards a submission after a delay, even if its client has disconnected; `refuse-request` closes the port for a
 * time when a submission arrives, which is dropped.
 */
export type ProxyFault = { readonly times?: number } & (
  | { readonly kind: "long-previews"; readonly bytes: number }
  | { readonly kind: "late-request"; readonly ms: number }
  | { readonly kind: "refuse-request"; readonly ms: number }
);
export type CaseFault = Fault | ProxyFault;
export type FaultKind = CaseFault["kind"];

/** What fails, what is done, and the right result. Times are in milliseconds. */
export interface Case {
  readonly name: string;
  readonly faults?: readonly CaseFault[];
  /** Default `image`. */
  readonly graph?: Shape;
  /** Default: submit and wait. */
  readonly act?: Act;
  readonly right: Expectation;
  /** If several results are right: that of a client that does not give up. */
  readonly best?: Expectation;
  /** The duration of the fault. A right result is late 10 s after its end. */
  readonly outageMs?: number;
  /** A client hangs if it has no result for so long after the end of the fault; default 20 s. */
  readonly patienceMs?: number;
  /** No proxy in front of a real server can make the case. */
  readonly embeddedOnly?: boolean;
}

export const patienceMsOf = ({ patienceMs = 20_000 }: Pick<Case, "patienceMs">): number => patienceMs;

/**
 * The addresses of the server of a case: for the client, and without what is in front. `directory`: its folder, if it
 * is local.
 */
export interface Place {
  readonly url: string;
  readonly direct: string;
  readonly directory?: string;
}

/** The task of a client's process. */
export interface Attempt {
  readonly client: string;
  /** The number of the case. */
  readonly index: number;
  readonly place: Place;
  readonly graphFile?: string | undefined;
  /** What a real server needs longer for an image. */
  readonly paceMs: number;
}

export interface Outcome {
  /** `broken`: the harness itself has failed. */
  readonly mark: "right" | "wrong" | "hang" | "n/a" | "broken";
  readonly ms?: number;
  readonly status?: Status;
  readonly reason?: string;
  readonly note?: string;
  readonly gaveUp?: boolean;
  readonly isLate?: boolean;
  /** Errors that nobody has caught in the client's process. */
  readonly strays?: readonly string[];
}

/** A client's process asks for other faults until it reports its outcome. */
export type AttemptMessage =
  | { readonly faults: readonly CaseFault[]; readonly outcome?: undefined }
  | { readonly faults?: undefined; readonly outcome: Outcome };
