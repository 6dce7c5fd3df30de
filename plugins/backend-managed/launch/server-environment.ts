// The environment of the server: that of the host, with what makes its output readable and its own Python the first. Pure.

import { delimiter, dirname } from "node:path";
import type { Instance } from "../instance.js";
import { pythonEnvironment } from "../python/python-environment.js";

/**
 * Variables on top of the host's; undefined takes one out. `session`: the file name whose `.reboot` beside it tells that
 * ComfyUI's Manager wants to be started again; without it the server replaces itself in place.
 */
export function serverEnvironment(
  { layout, env, platform }: Pick<Instance, "layout" | "env" | "platform">,
  session?: string,
): Readonly<Record<string, string | undefined>> {
  const { venv, python } = layout;
  // Windows looks variables up in any case; a second spelling would be a second variable.
  const pathName =
    platform === "win32" ? (Object.keys(env).find((name) => /^path$/i.test(name)) ?? "Path") : "PATH";
  const path = [dirname(python), env[pathName]].filter((part) => part !== undefined && part !== "");
  return {
    ...(venv === undefined
      ? {}
      : { ...pythonEnvironment, VIRTUAL_ENV: venv, [pathName]: path.join(delimiter) }),
    PYTHONUNBUFFERED: "1",
    PYTHONIOENCODING: "utf-8",
    // Other programs set it for their own installations, with a path that means nothing here.
    UV_BUILD_CONSTRAINT: undefined,
    __COMFY_CLI_SESSION__: session,
  };
}
