// `GET | PUT | DELETE /pictor/faults`: changes the faults of a running server, for programs on the same machine.
import { parseJson } from "@pictor/kernel/plugin";
import type { IncomingMessage } from "node:http";
import type { Problem } from "../checks/check-members.js";
import type { Fault, FaultControl } from "../faults/fault.js";
import { InvalidFaultsError, readFaults } from "../faults/read-faults.js";
import { empty, json, route, type Reply } from "@pictor/comfyui-protocol";
import type { Route, RouteRequest } from "./route.js";

export const faultControlPath = /^\/pictor\/faults$/;

/** True for a program on this machine. Pages in a browser send an Origin and are excluded, also with CORS. */
const isLocalProgram = ({ socket, headers }: IncomingMessage): boolean =>
  headers.origin === undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "");

/** Selects the routes for a request: `routes`, and for a local program also the routes that change faults. */
export function withFaultControl(
  routes: readonly Route[],
  control: FaultControl,
): (request: IncomingMessage) => readonly Route[] {
  const extended = [...routes, ...controlRoutes(control)];
  return (request) => (isLocalProgram(request) ? extended : routes);
}

function controlRoutes(control: FaultControl): readonly Route[] {
  // A fault may close the port at once, so the reply is written first, and its connection ends with it.
  const setAfter = (reply: Reply, faults: readonly Fault[]): Reply => {
    setImmediate(() => control.set(faults));
    return { ...reply, headers: { ...reply.headers, Connection: "close" } };
  };
  return [
    route("GET", faultControlPath, () => json(control.list())),
    route("PUT", faultControlPath, async (request) => {
      const faults = await readBody(request);
      return "status" in faults ? faults : setAfter(json(faults), faults);
    }),
    route("DELETE", faultControlPath, () => setAfter(empty(204), [])),
  ];
}

/** The faults in the body, or the reply that lists its problems. */
async function readBody(request: RouteRequest): Promise<readonly Fault[] | Reply> {
  const body = (await request.body()).toString("utf8");
  try {
    return readFaults(parseJson(body));
  } catch (error) {
    if (error instanceof InvalidFaultsError) return refused(error.problems);
    const problem = error instanceof Error ? error.message : String(error);
    return refused([{ at: "", problem, allowed: "JSON: an array of faults" }]);
  }
}

const refused = (problems: readonly Problem[]): Reply =>
  json({ error: { type: "invalid_faults", message: "Invalid faults; nothing was changed", problems } }, 400);
