// The protocol as it was in 0.3.40: before feature flags, targeted interrupts and the jobs API.
import { isObject, parseJson, stringifyJson } from "../json.js";
import { empty, type Reply } from "../server/reply.js";
import type { FaultOf } from "./fault.js";
import type { Asked, Behaviour } from "./hooks.js";

const VERSION = "0.3.40+pictor.embedded";

/** What a submission could not say yet. */
function olderSubmission(sent: Buffer): Buffer {
  try {
    const body = parseJson(sent.toString("utf8"));
    if (!isObject(body)) return sent;
    const { prompt_id: _promptId, partial_execution_targets: _targets, ...rest } = body;
    if (!isObject(rest["extra_data"])) return Buffer.from(stringifyJson(rest));
    const { preview_method: _method, ...extraData } = rest["extra_data"];
    return Buffer.from(stringifyJson({ ...rest, extra_data: extraData }));
  } catch {
    return sent;
  }
}

function request(asked: Asked): Asked | Reply | undefined {
  const { method, path, body } = asked;
  if (/^(\/api)?\/(jobs|features)(\/|$)/.test(path)) {
    const isRead = method === "GET" || method === "HEAD";
    return isRead ? empty(404) : empty(405, { Allow: "GET,HEAD" });
  }
  if (method !== "POST") return undefined;
  if (path === "/prompt") return { ...asked, body: () => body().then(olderSubmission) };
  // Without a prompt's id whatever runs is meant.
  return path === "/interrupt" ? { ...asked, body: () => Promise.resolve(Buffer.alloc(0)) } : undefined;
}

function reply({ path }: Asked, answer: Reply): Reply | undefined {
  if (path !== "/system_stats" || typeof answer.body !== "string") return undefined;
  const stats = parseJson(answer.body);
  if (!isObject(stats) || !isObject(stats["system"])) return undefined;
  const system = { ...stats["system"], comfyui_version: VERSION };
  return { ...answer, body: stringifyJson({ ...stats, system }) };
}

export const oldServer: Behaviour<FaultOf<"old-server">> = {
  request: (_fault, asked) => request(asked),
  reply: (_fault, asked, answer) => reply(asked, answer),
  frame: (_fault, { type }) => (type === "progress_state" ? [] : undefined),
  ignore: (_fault, messageType) => (messageType === "feature_flags" ? true : undefined),
};
