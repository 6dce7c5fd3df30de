// The environment variables for Python, pip and uv, without those that redirect them to other installations.

/** Variables of the user's shell that must not affect the instance's environment. */
const removedVariables = [
  "PYTHONHOME",
  "PYTHONPATH",
  "PYTHONSTARTUP",
  "VIRTUAL_ENV",
  "CONDA_PREFIX",
  "__PYVENV_LAUNCHER__",
  "PIP_REQUIRE_VIRTUALENV",
  "PIP_USER",
  "PIP_TARGET",
  "PIP_PREFIX",
  "PIP_ROOT",
  "PIP_PYTHON",
  "PIP_REQUIREMENT",
  "PIP_DRY_RUN",
  "UV_PYTHON",
  "UV_SYSTEM_PYTHON",
  "UV_PROJECT_ENVIRONMENT",
  // Other programs set UV_BUILD_CONSTRAINT for their own installations; the path in it is wrong for this installation.
  "UV_BUILD_CONSTRAINT",
] as const;

/** Environment variables for `RunOptions.env`: unbuffered UTF-8 output, no prompts. */
export const pythonEnvironment: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(removedVariables.map((name) => [name, undefined])),
  PYTHONUNBUFFERED: "1",
  PYTHONIOENCODING: "utf-8",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PIP_NO_INPUT: "1",
};
