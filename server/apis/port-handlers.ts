// What answers the requests and handshakes of the ports of a server.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Pictor, Redact } from "@pictor/host";
import type { SessionCodes } from "../access/session-codes.js";
import type { Respond } from "../http/respond.js";
import type { FindMount } from "./mounts.js";
import type { Listener } from "./serve-api.js";

export interface PortHandlers {
  readonly pictor: Pictor;
  readonly redact: Redact;
  readonly sessionCodes: Pick<SessionCodes, "issue">;
  readonly mounts: FindMount;
  /** Answers a request to an API of a plugin; returns false for another one. */
  readonly serveApi: (incoming: IncomingMessage, outgoing: ServerResponse, listener: Listener) => boolean;
  /** Returns the function that answers requests to the API on a listener. */
  readonly respondAt: Respond;
  readonly upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer, listener: Listener) => void;
}
