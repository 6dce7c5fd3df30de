// The form of the routes that this server has besides those of the protocol.
import { isRecord } from "@pictor/kernel/plugin";
import {
  readJsonBody,
  type Route as ProtocolRoute,
  type RouteRequest as ProtocolRequest,
} from "@pictor/comfyui-protocol";
import type { ServerContext } from "../engine/server-context.js";

export interface RouteRequest extends ProtocolRequest {
  readonly context: ServerContext;
}

export type Route = ProtocolRoute<RouteRequest>;

/** Reads a JSON object. Anything else throws, and the reply has status 500. */
export async function readObjectBody(request: RouteRequest): Promise<Record<string, unknown>> {
  const body = await readJsonBody(request);
  if (!isRecord(body)) throw new TypeError("The request body is not a JSON object");
  return body;
}
