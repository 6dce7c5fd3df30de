// Connects the app to the requests of Node's HTTP server.

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ListenerNames } from "../access/sender.js";
import type { App } from "./app.js";
import { writeResponse } from "./write-response.js";

/** Answers the requests of a port with these names. */
export type Respond = (at: {
  readonly names: () => ListenerNames;
}) => (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export const createRespond =
  (app: Pick<App, "serve">): Respond =>
  (at) => {
    const respond = getRequestListener(
      async (request, env) => {
        const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
        const response = await app.serve(request, { incoming, outgoing, names: at.names() });
        // The adapter would read a body from its stream before writing it, which takes one more turn of the event loop.
        await writeResponse(response, outgoing);
        return RESPONSE_ALREADY_SENT;
      },
      { overrideGlobalObjects: false, autoCleanupIncoming: false },
    );
    return (incoming, outgoing) => void respond(incoming, outgoing);
  };
