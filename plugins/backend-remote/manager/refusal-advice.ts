// Explains why a Manager refuses a change, and which settings permit the change. The Manager's replies do not say, only its
// log does.

import type { Manager } from "./probe-manager.js";

/** The change that the Manager refused; `address` is an installation from an address that is not in its list. */
export type RefusedAction = "install" | "update" | "enable" | "disable" | "remove" | "restart" | "address";

/** Fills the placeholders `{reason}` and `{advice}` in the messages of `@pictor/extensions`. */
export interface Advice {
  readonly reason: string;
  readonly advice: string;
}

const configFile =
  "config.ini, section [default], in the folder user/__manager of the server (older servers: user/default/ComfyUI-Manager)";
const setLevel = "set security_level to normal, normal- or weak";

export function adviceOnRefusal({ generation, version }: Manager, action: RefusedAction): Advice {
  if (action === "address") {
    return {
      reason: `ComfyUI-Manager (${version}) clones only repositories that are on its list`,
      advice: `On the server's machine, edit ${configFile}: set allow_git_url_install = true (before 2026: security_level = weak). Then start the server again, listening on 127.0.0.1 only. Or clone the repository into custom_nodes yourself.`,
    };
  }
  const dependsOnListening =
    generation !== "3" && (action === "install" || action === "update" || action === "enable");
  if (!dependsOnListening) {
    return {
      reason: `the security_level of ComfyUI-Manager (${version}) is strong`,
      advice: `On the server's machine, edit ${configFile}: ${setLevel}. Then start the server again. Or make the change there yourself.`,
    };
  }
  return {
    reason: `ComfyUI-Manager (${version}) does not permit the change: its security_level is strong, or the server listens on more than the loopback address`,
    advice: `On the server's machine, edit ${configFile}: ${setLevel}. Then either start the server without --listen, or set network_mode to personal_cloud and start it again. Or make the change there yourself.`,
  };
}

/** Advice for a server without a Manager. */
export const noManagerAdvice: Advice = {
  reason: "no ComfyUI-Manager answers on its server",
  advice:
    "Make the change on the server's machine yourself; or start the server with --enable-manager (ComfyUI 0.4 or newer, package comfyui_manager).",
};

/** Whether a pack is the Manager itself; it refuses to change any pack whose name contains its own. */
export const isManagerItself = (name: string): boolean => name.toLowerCase().includes("comfyui-manager");
