// Decides which actions are allowed, by the rules of the real ComfyUI-Manager.
import type { ManagerOptions, NodePack } from "./options.js";

/** The risk of an action. `middle+` and `git-url` are refused when other machines can reach the server. */
export type Risk = "middle" | "middle+" | "git-url";

export function allows(
  { securityLevel = "normal", loopback = true, allowGitUrlInstall = false }: ManagerOptions,
  risk: Risk,
): boolean {
  if (risk === "git-url") return allowGitUrlInstall && loopback;
  return securityLevel !== "strong" && (risk === "middle" || loopback);
}

/** True when a URL is in the Manager's list, in exactly this spelling. */
export const isListed = (packs: readonly NodePack[], url: unknown): boolean =>
  packs.some((pack) => pack.listed !== false && pack.repository === url);
