// Faults of HTTP replies: late, refused, slow, without a class.
import { STATUS_CODES } from "node:http";
import { isObject, parseJson } from "../json.js";
import { serverError, text, tooLarge, type Reply } from "../server/reply.js";
import { wait } from "./clock.js";
import type { FaultOf } from "./fault.js";
import type { Asked, Behaviour, World } from "./hooks.js";

const isSubmission = ({ method, path }: Asked): boolean => method === "POST" && path === "/prompt";
const isBelow = (path: string, route: string): boolean => path === route || path.startsWith(`${route}/`);

/** The submission is read at once: a client that has gone by then changes nothing. */
const readThenWaited = async (body: () => Promise<Buffer>, waited: () => Promise<void>): Promise<Buffer> => {
  const sent = await body();
  await waited();
  return sent;
};

export const lateReply: Behaviour<FaultOf<"late-reply">> = {
  request: ({ ms, queuedLate }, asked, { clock }) =>
    queuedLate === true && isSubmission(asked)
      ? { ...asked, body: () => readThenWaited(asked.body, () => wait(clock, ms)) }
      : undefined,
  reply: ({ ms, queuedLate }, asked, reply, { clock }) =>
    queuedLate !== true && isSubmission(asked) ? wait(clock, ms).then(() => reply) : undefined,
};

const promptIdOf = ({ status, body }: Reply): string | undefined => {
  const answer = status === 200 && typeof body === "string" ? parseJson(body) : undefined;
  const id = isObject(answer) ? answer["prompt_id"] : undefined;
  return typeof id === "string" ? id : undefined;
};

export const earlyEvents: Behaviour<FaultOf<"early-events">> = {
  reply(_fault, asked, reply, { whenEnded }) {
    const promptId = isSubmission(asked) ? promptIdOf(reply) : undefined;
    return promptId === undefined ? undefined : whenEnded(promptId).then(() => reply);
  },
};

function isMeant({ route, method }: FaultOf<"status">, asked: Asked): boolean {
  if (route === undefined) return asked.path === "/prompt" && asked.method === (method ?? "POST");
  const path = route.replace(/^\/?(api\/)?/, "/");
  return isBelow(asked.path, path) && asked.method === (method?.toUpperCase() ?? asked.method);
}

/** As the server itself words it, where it has such an answer. */
function refusal(status: number, { maxUploadBytes }: World): Reply {
  if (status === 500) return serverError();
  if (status === 413) return tooLarge(maxUploadBytes);
  return text(`${status}: ${STATUS_CODES[status] ?? "Status"}`, status);
}

export const status: Behaviour<FaultOf<"status">> = {
  request: (fault, asked, world) =>
    fault.queued !== true && isMeant(fault, asked) ? refusal(fault.status, world) : undefined,
  reply: (fault, asked, _reply, world) =>
    fault.queued === true && isMeant(fault, asked) ? refusal(fault.status, world) : undefined,
};

const asksForClasses = ({ method, path }: Asked): boolean =>
  method === "GET" && isBelow(path, "/object_info");

export const slowObjectInfo: Behaviour<FaultOf<"slow-object-info">> = {
  reply: ({ ms }, asked, reply, { clock }) =>
    asksForClasses(asked) ? wait(clock, ms).then(() => reply) : undefined,
};

export const missingClass: Behaviour<FaultOf<"missing-class">> = {
  request: ({ classType }, asked) =>
    asksForClasses(asked) || isSubmission(asked)
      ? { ...asked, catalog: new Map([...asked.catalog].filter(([name]) => name !== classType)) }
      : undefined,
};
