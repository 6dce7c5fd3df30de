// What a route of the API is: a function from a request to a reply.

import type { Clock } from "@pictor/kernel/plugin";
import type { Session } from "../backend/session.js";
import type { TokenOptions } from "../backend/token-options.js";
import type { Fields } from "../fields/read-field.js";
import type { Runs } from "../jobs/runs.js";

export interface RouteInput {
  readonly session: Session;
  readonly url: URL;
  /** The members of the body; empty for a request without one. */
  body(): Promise<Fields>;
  readonly runs: Runs;
  readonly options: TokenOptions;
  readonly clock: Clock;
}

export type Route = (input: RouteInput) => Promise<Response>;
