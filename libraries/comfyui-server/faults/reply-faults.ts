// Faults of HTTP replies: late ones, error statuses, and a node class that is missing.
import { STATUS_CODES } from "node:http";
import { isRecord, pause, parseJson } from "@pictor/kernel/plugin";
import { serverError, text, tooLarge, type Reply } from "@pictor/comfyui-protocol";
import type { FaultBehaviors, FaultContext, RoutedRequest } from "./behavior.js";
import type { FaultOf } from "./fault.js";

const isSubmission = ({ method, path }: RoutedRequest): boolean => method === "POST" && path === "/prompt";
const isBelow = (path: string, route: string): boolean => path === route || path.startsWith(`${route}/`);

const promptIdOf = ({ status, body }: Reply): string | undefined => {
  const answer = status === 200 && typeof body === "string" ? parseJson(body) : undefined;
  const id = isRecord(answer) ? answer["prompt_id"] : undefined;
  return typeof id === "string" ? id : undefined;
};

function isTarget({ route, method }: FaultOf<"status">, request: RoutedRequest): boolean {
  if (route === undefined) return request.path === "/prompt" && request.method === (method ?? "POST");
  const path = route.replace(/^\/?(api\/)?/, "/");
  return isBelow(request.path, path) && request.method === (method?.toUpperCase() ?? request.method);
}

/** Builds an error reply. For 413 and 500, the reply has the text of a real server. */
function errorReply(status: number, { maxUploadBytes }: FaultContext): Reply {
  if (status === 500) return serverError();
  if (status === 413) return tooLarge(maxUploadBytes);
  return text(`${status}: ${STATUS_CODES[status] ?? "Status"}`, status);
}

const readsCatalog = ({ method, path }: RoutedRequest): boolean =>
  method === "GET" && isBelow(path, "/object_info");

export const replyFaults = {
  "late-reply": {
    request({ ms, queuedLate }, request, { clock }) {
      if (queuedLate !== true || !isSubmission(request)) return undefined;
      // The body is read before the wait, so that the prompt is queued even if the client disconnects meanwhile.
      const body = async (): Promise<Buffer> => {
        const sent = await request.body();
        await pause(clock, ms);
        return sent;
      };
      return { ...request, body };
    },
    reply: ({ ms, queuedLate }, request, reply, { clock }) =>
      queuedLate !== true && isSubmission(request) ? pause(clock, ms).then(() => reply) : undefined,
  },
  "early-events": {
    reply(_fault, request, reply, { promptEnded }) {
      const promptId = isSubmission(request) ? promptIdOf(reply) : undefined;
      return promptId === undefined ? undefined : promptEnded(promptId).then(() => reply);
    },
  },
  status: {
    request: (fault, request, context) =>
      fault.queued !== true && isTarget(fault, request) ? errorReply(fault.status, context) : undefined,
    reply: (fault, request, _reply, context) =>
      fault.queued === true && isTarget(fault, request) ? errorReply(fault.status, context) : undefined,
  },
  "slow-object-info": {
    reply: ({ ms }, request, reply, { clock }) =>
      readsCatalog(request) ? pause(clock, ms).then(() => reply) : undefined,
  },
  "missing-class": {
    request: ({ classType }, request) =>
      readsCatalog(request) || isSubmission(request)
        ? { ...request, catalog: new Map([...request.catalog].filter(([name]) => name !== classType)) }
        : undefined,
  },
} satisfies Partial<FaultBehaviors>;
