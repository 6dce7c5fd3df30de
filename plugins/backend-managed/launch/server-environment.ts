// The environment variables of the server process. Pure.

import { delimiter, dirname } from "node:path";
import type { Instance } from "../instance.js";
import { pythonEnvironment } from "../python/python-environment.js";

/**
 * Overrides of the host's variables; undefined removes one. `session`: path of the session file; ComfyUI-Manager creates
 * `<session>.reboot` to request a restart, and without a session it replaces the server's process.
 */
export function serverEnvironment(
  { layout, env, platform }: Pick<Instance, "layout" | "env" | "platform">,
  session?: string,
): Readonly<Record<string, string | undefined>> {
  const { venv, python } = layout;
  // Variable names on Windows are case-insensitive; a second spelling would create a second entry.
  const pathName =
    platform === "win32" ? (Object.keys(env).find((name) => /^path$/i.test(name)) ?? "Path") : "PATH";
  const path = [dirname(python), env[pathName]].filter((part) => part !== undefined && part !== "");
  return {
    ...(venv === undefined
      ? {}
      : { ...pythonEnvironment, VIRTUAL_ENV: venv, [pathName]: path.join(delimiter) }),
    PYTHONUNBUFFERED: "1",
    PYTHONIOENCODING: "utf-8",
    // Other programs set UV_BUILD_CONSTRAINT for their own installations; the path in it is wrong for this installation.
    UV_BUILD_CONSTRAINT: undefined,
    __COMFY_CLI_SESSION__: session,
  };
}
