// The fault that answers as ComfyUI 0.3.40: before feature flags, targeted interrupts and the jobs API.
import { isRecord, parseJson } from "@pictor/kernel/plugin";
import { stringifyJson } from "@pictor/comfyui-graph";
import { noRoute, type Reply } from "@pictor/comfyui-protocol";
import type { FaultBehavior, RoutedRequest } from "./behavior.js";
import type { FaultOf } from "./fault.js";

const VERSION = "0.3.40+pictor.embedded";

/** Removes the members of a submission that 0.3.40 does not know. */
function withoutNewerMembers(sent: Buffer): Buffer {
  try {
    const body = parseJson(sent.toString("utf8"));
    if (!isRecord(body)) return sent;
    const { prompt_id: _promptId, partial_execution_targets: _targets, ...rest } = body;
    if (!isRecord(rest["extra_data"])) return Buffer.from(stringifyJson(rest));
    const { preview_method: _method, ...extraData } = rest["extra_data"];
    return Buffer.from(stringifyJson({ ...rest, extra_data: extraData }));
  } catch {
    return sent;
  }
}

/** Feature flags came in 0.3.45, subgraphs in 0.3.67, jobs in 0.6.0. */
const NEWER_PATHS = /^\/(jobs|features|global_subgraphs)(\/|$)/;

function request(routed: RoutedRequest): RoutedRequest | Reply | undefined {
  const { method, path, body } = routed;
  if (NEWER_PATHS.test(path)) return noRoute(method);
  if (method !== "POST") return undefined;
  // Servers hide credentials since 0.3.68 and add `create_time` since 0.3.69.
  if (path === "/prompt")
    return {
      ...routed,
      body: () => body().then(withoutNewerMembers),
      filterExtraData: (sent) => ({ ...sent }),
    };
  // An interrupt without a body names no prompt, so it stops any running prompt.
  return path === "/interrupt" ? { ...routed, body: () => Promise.resolve(Buffer.alloc(0)) } : undefined;
}

/** Members of `/system_stats` that came in 0.3.46 and 0.3.61. */
const NEWER_STATS = [
  "required_frontend_version",
  "installed_templates_version",
  "required_templates_version",
];

function reply({ path }: RoutedRequest, answer: Reply): Reply | undefined {
  if (path !== "/system_stats" || typeof answer.body !== "string") return undefined;
  const stats = parseJson(answer.body);
  if (!isRecord(stats) || !isRecord(stats["system"])) return undefined;
  const kept = Object.entries(stats["system"]).filter(([name]) => !NEWER_STATS.includes(name));
  const os = stats["system"]["os"] === "win32" ? "nt" : "posix";
  const system = { ...Object.fromEntries(kept), comfyui_version: VERSION, os };
  return { ...answer, body: stringifyJson({ ...stats, system }) };
}

export const oldServer: FaultBehavior<FaultOf<"old-server">> = {
  request: (_fault, routed) => request(routed),
  reply: (_fault, routed, answer) => reply(routed, answer),
  frame: (_fault, { type }) => (type === "progress_state" ? [] : undefined),
  ignoreMessage: (_fault, messageType) => (messageType === "feature_flags" ? true : undefined),
};
