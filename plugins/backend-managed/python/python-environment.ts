// The environment variables for Python, pip and uv: what would lead them elsewhere is taken out. Pure.

/** Of a person's shell; none of them is meant for the environment of an instance. */
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
  // Other programs set it for their own installations, with a path that means nothing here.
  "UV_BUILD_CONSTRAINT",
] as const;

/** For `RunOptions.env`. Output comes line by line, in UTF-8; nothing asks questions. */
export const pythonEnvironment: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(removedVariables.map((name) => [name, undefined])),
  PYTHONUNBUFFERED: "1",
  PYTHONIOENCODING: "utf-8",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PIP_NO_INPUT: "1",
};
