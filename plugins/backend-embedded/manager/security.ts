// What the fake Manager allows, by the risk of an action: the rules of the real one.
import type { ManagerOptions, Pack } from "./options.js";

/** `middle+` and `high` ask for more where the server is reached from other machines. */
export type Risk = "middle" | "middle+" | "git-url";

export function allows(
  { securityLevel = "normal", loopback = true, allowGitUrlInstall = false }: ManagerOptions,
  risk: Risk,
): boolean {
  if (risk === "git-url") return allowGitUrlInstall && loopback;
  return securityLevel !== "strong" && (risk === "middle" || loopback);
}

/** Whether an address is in the Manager's list, in exactly this spelling. */
export const isListed = (packs: readonly Pack[], address: unknown): boolean =>
  packs.some((pack) => pack.listed !== false && pack.repository === address);
