// `GET | PUT | DELETE /pictor/faults`: changes what goes wrong while the server runs. Only for programs on this machine.
import type { IncomingMessage } from "node:http";
import { parseJson } from "../json.js";
import { empty, json, type Reply } from "../server/reply.js";
import type { Route, RouteRequest } from "../server/routes/route.js";
import type { Fault, FaultControl } from "./fault.js";
import { InvalidFaultsError, readFaults } from "./read.js";

/** No fault strikes here. */
export const controlPath = /^\/pictor\/faults$/;

/** A program on this machine; no page in a browser, whatever its origin and the server's CORS mode. */
const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  headers.origin === undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "");

/** The routes for a request: with the control route if it comes from a program on this machine. */
export function openControl(
  routes: readonly Route[],
  control: FaultControl,
): (request: IncomingMessage) => readonly Route[] {
  const withControl = [...routes, ...controlRoutes(control)];
  return (request) => (isLocal(request) ? withControl : routes);
}

function controlRoutes(control: FaultControl): readonly Route[] {
  // Faults may shut the port at once: the reply is written first, and its connection ends with it.
  const change = (faults: readonly Fault[], reply: Reply): Reply => {
    setImmediate(() => {
      control.set(faults);
    });
    return { ...reply, headers: { ...reply.headers, Connection: "close" } };
  };
  return [
    { method: "GET", path: controlPath, answer: () => json(control.list()) },
    {
      method: "PUT",
      path: controlPath,
      async answer(request) {
        const faults = await read(request);
        return "status" in faults ? faults : change(faults, json(faults));
      },
    },
    { method: "DELETE", path: controlPath, answer: () => change([], empty(204)) },
  ];
}

/** The faults of the body, or the reply that says what is wrong with it. */
async function read(request: RouteRequest): Promise<readonly Fault[] | Reply> {
  const body = (await request.body()).toString("utf8");
  let value: unknown;
  try {
    value = parseJson(body);
  } catch (error) {
    const problem = error instanceof Error ? error.message : "not JSON";
    return refused([{ at: "", problem, allowed: "JSON: an array of faults" }]);
  }
  try {
    return readFaults(value);
  } catch (error) {
    if (error instanceof InvalidFaultsError) return refused(error.problems);
    throw error;
  }
}

const refused = (problems: InvalidFaultsError["problems"]): Reply =>
  json({ error: { type: "invalid_faults", message: "Nothing was changed", problems } }, 400);
