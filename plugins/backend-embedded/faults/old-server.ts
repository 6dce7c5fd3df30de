// The protocol as it was in 0.3.40: before feature flags, targeted interrupts and the jobs API.
import { isObject, parseJson, stringifyJson } from "../json.js";
import { noRoute, type Reply } from "../server/reply.js";
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

/** Paths that came later: feature flags in 0.3.45, subgraphs in 0.3.67, jobs in 0.6.0. */
const laterPaths = /^(\/api)?\/(jobs|features|global_subgraphs)(\/|$)/;

function request(asked: Asked): Asked | Reply | undefined {
  const { method, path, body } = asked;
  if (laterPaths.test(path)) return noRoute(method);
  if (method !== "POST") return undefined;
  // Account keys are hidden since 0.3.68, times are written since 0.3.69.
  if (path === "/prompt")
    return { ...asked, body: () => body().then(olderSubmission), shownExtraData: (sent) => ({ ...sent }) };
  // Without a prompt's id whatever runs is meant.
  return path === "/interrupt" ? { ...asked, body: () => Promise.resolve(Buffer.alloc(0)) } : undefined;
}

/** In `/system_stats` since 0.3.46 and 0.3.61. */
const laterStats = ["required_frontend_version", "installed_templates_version", "required_templates_version"];

const without = (members: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

function reply({ path }: Asked, answer: Reply): Reply | undefined {
  if (path !== "/system_stats" || typeof answer.body !== "string") return undefined;
  const stats = parseJson(answer.body);
  if (!isObject(stats) || !isObject(stats["system"])) return undefined;
  const system = without(stats["system"], laterStats);
  Object.assign(system, { comfyui_version: VERSION, os: process.platform === "win32" ? "nt" : "posix" });
  return { ...answer, body: stringifyJson({ ...stats, system }) };
}

export const oldServer: Behaviour<FaultOf<"old-server">> = {
  request: (_fault, asked) => request(asked),
  reply: (_fault, asked, answer) => reply(asked, answer),
  frame: (_fault, { type }) => (type === "progress_state" ? [] : undefined),
  ignore: (_fault, messageType) => (messageType === "feature_flags" ? true : undefined),
};
