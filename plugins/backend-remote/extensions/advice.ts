// Why a Manager refuses, and what its owner can change: its rules are in no reply, only in its log and its settings.

import type { Manager } from "./probe.js";

/** What a task may be refused for. */
export type Refused = "install" | "update" | "enable" | "disable" | "remove" | "restart" | "address";

export interface Advice {
  readonly reason: string;
  readonly advice: string;
}

const where =
  "in config.ini, section [default], in the folder user/__manager of the server (older ones: user/default/ComfyUI-Manager)";
const level = "set security_level to normal, normal- or weak";
const anew = "and start the server anew by hand";

export function adviceFor({ generation, version }: Manager, action: Refused): Advice {
  if (action === "address") {
    return {
      reason: `its Manager (${version}) does not clone addresses that its list does not have`,
      advice: `Where the server runs, ${where}: set allow_git_url_install = true (before 2026: security_level = weak), let it listen on 127.0.0.1 only, ${anew}; or clone it into custom_nodes by hand.`,
    };
  }
  const isStrict = generation !== "3" && (action === "install" || action === "update" || action === "enable");
  if (!isStrict) {
    return {
      reason: `the security_level of its Manager (${version}) is strong`,
      advice: `Where the server runs, ${where}: ${level}, ${anew}; or do it there by hand.`,
    };
  }
  return {
    reason: `its Manager (${version}) does not allow it: its security_level is strong, or the server listens to other machines than its own`,
    advice: `Where the server runs, ${where}: ${level}; and either start it without --listen, or set network_mode to personal_cloud; ${anew}. Or do it there by hand.`,
  };
}

/** No Manager: what to do in its place. */
export const withoutManager: Advice = {
  reason: "its server has no ComfyUI-Manager that answers",
  advice:
    "Do it where the server runs; or start that server with --enable-manager (ComfyUI 0.4 or newer, package comfyui_manager).",
};

/** The Manager leaves everything alone that is named like itself. */
export const isManagersOwn = (name: string): boolean => name.toLowerCase().includes("comfyui-manager");
