// Summarizes a frame in a few words, so that tests can compare the order of frames.
import type { Frame } from "../wire.js";

export function summarize({ type, data }: Frame): string {
  if (type === "executing" || type === "executed") return `${type} ${String(data["node"])}`;
  if (type === "progress") return `progress ${String(data["value"])}/${String(data["max"])}`;
  if (type.startsWith("binary")) return type.replace("binary", "preview");
  if (type === "status") {
    const { exec_info } = data["status"] as { exec_info: { queue_remaining: number } };
    return `status ${exec_info.queue_remaining}`;
  }
  if (type !== "progress_state") return type;
  const nodes = Object.values(data["nodes"] as Record<string, { node_id: string; state: string }>);
  const running = nodes.find(({ state }) => state === "running");
  return running ? `state ${running.node_id} running` : "state finished";
}
