// The errors of this plugin: what happened with which instance, and what to do about it.

import {
  defineErrors,
  type DetailsOf,
  type ErrorEntry,
  type FaultOptions,
  type PictorError,
} from "@pictor/kernel/plugin";

/** `name` is the instance's name in the configuration; texts of tools come without credentials. */
export const catalog = {
  // What is installed
  MANAGED_NOT_INSTALLED: {
    message: 'The backend "{name}" is not installed: {reason}.',
    fix: "Install it, or finish its installation: `pictor backend install {name}`.",
  },
  MANAGED_NOT_OURS: {
    message:
      'The ComfyUI of "{name}" in {folder} was not installed from here, so it is not {done} from here.',
    fix: "Do that with what installed it; or take `comfyDirectory` out of its settings, and Pictor installs one of its own.",
  },
  MANAGED_FOLDER_FOREIGN: {
    message: "{folder} is there already, and it was not made by an installation from here.",
    fix: "To use the ComfyUI that is there, name it as `comfyDirectory`; else name another `directory`, or move it away.",
  },
  MANAGED_FOLDER_NOT_WRITABLE: {
    message: "{folder} cannot be written: {reason}.",
    fix: "Give yourself the right to write there, or name another `directory` in the settings of the backend.",
  },
  MANAGED_STATE_UNREADABLE: {
    message: "{file} does not say what is installed: {reason}.",
    fix: "Bring the file back; or move the folder {folder} away and install again.",
  },

  // Installing and updating
  MANAGED_BUSY: {
    message: 'Another {work} of "{name}" is running{owner}.',
    fix: "Wait until it has ended, or end it.",
  },
  MANAGED_STEP_FAILED: {
    message: 'The step "{step}" for "{name}" failed: {reason}.',
    fix: "{advice}What the tools wrote is in {log}; the steps before it are done, and the next `pictor backend install {name}` goes on here.",
  },
  MANAGED_DISK_SPACE: {
    message: "{folder} has {foundGB} GB of free space; an installation asks for {neededGB} GB.",
    fix: "Free some space, name another `directory`, or set `install.minFreeGB` lower.",
  },
  MANAGED_DISK_FULL: {
    message: "There is no space left for {folder}.",
    fix: "Free some space and try again; what was begun is repeated.",
  },
  MANAGED_SOURCE_MISSING: {
    message: "`install.source` names {folder}, and there is no such folder.",
    fix: "Correct it, or take it out of the settings: then ComfyUI comes from its own repository.",
  },
  MANAGED_VERSION_UNKNOWN: {
    message: '{source} has no version "{version}"{why}.',
    fix: "Name a tag, a branch or a whole commit of it in `install.version`, or latest.",
  },
  MANAGED_SERVER_RUNNING: {
    message: 'The server of "{name}" is running, and this would change it underneath: {steps}.',
    fix: "Stop it first: `pictor backend stop {name}`.",
  },
  MANAGED_TREE_BROKEN: {
    message: 'The ComfyUI of "{name}" in {folder} is damaged: main.py or .git is missing.',
    fix: "Move that folder away, install again, and take your models, extensions and images from it.",
  },
  MANAGED_LOCAL_CHANGES: {
    message:
      'The files of ComfyUI in {folder} were changed by hand, and that does not fit to "{to}": {reason}.',
    fix: "Nothing was changed. Save your changes elsewhere and take them back, or stay at this version.",
  },
  MANAGED_UPDATE_UNDONE: {
    message: 'The update of "{name}" from {from} to {to} failed, and was undone: {reason}.',
    fix: "The old version is as it was{restarted}; what the tools wrote is in {log}.",
  },
  MANAGED_UPDATE_STUCK: {
    message:
      'An update of "{name}" from {from} to {to} ended in the middle and cannot be undone yet: {reason}.',
    fix: "Correct that and try again; what is needed to undo it was kept in {folder}.",
  },

  // Python, its packages, and torch
  MANAGED_PYTHON_MISSING: {
    message: "No Python {needed} or newer can be used: {found}.",
    fix: "Install Python 3.12 (or uv, which brings one), or name it in the settings of the backend: python = PATH.",
  },
  MANAGED_PYTHON_UNFIT: {
    message: "The ComfyUI in {folder} cannot run with {python}: {reason}.",
    fix: "Name the Python that has torch: `python` in the settings of the backend, such as {example}.",
  },
  MANAGED_VENV_MISSING: {
    message: "{python} cannot make virtual environments: its module {module} is missing.",
    fix: "Install it (on Debian and Ubuntu: apt install python3-venv), install uv, or name another Python in `python`.",
  },
  MANAGED_UV_MISSING: {
    message: 'The settings of "{name}" ask for uv always, but it cannot be run: {reason}.',
    fix: "Install uv so that it is found, or set `install.uv` to auto or never.",
  },
  MANAGED_TOOL_FAILED: {
    message: "{tool} {ending}{lines}.",
    fix: "{advice}",
  },
  MANAGED_TORCH_INDEX: {
    message: "There is no package index of torch for the device {device} on {platform}.",
    fix: "Name one in `install.torchIndex`, or choose another `install.device`.",
  },

  // Model folders
  MANAGED_MODELS_FILE: {
    message: "{file} cannot be used for model folders: {reason}.",
    fix: "Correct the file; it was left as it is.",
  },
  MANAGED_MODELS_FOLDER: {
    message: 'models.folders: "{entry}" {problem}.',
    fix: "Write KIND=PATH with a kind of model and an absolute path, such as loras=/data/lora.",
  },

  // The server
  MANAGED_ARGUMENTS: {
    message: 'The launch arguments of "{name}" cannot be used: {reason}.',
    fix: "Correct `launch` in the settings of the backend.",
  },
  MANAGED_PORT_IN_USE: {
    message: 'Port {port} on {host}, where the server of "{name}" is to listen, is taken by {who}.',
    fix: "End that program, choose another `launch.port`, or set `launch.portInUse` to next.",
  },
  MANAGED_ADDRESS_UNUSABLE: {
    message: 'The server of "{name}" cannot listen on {host}, port {port}: {reason}.',
    fix: "Name an address and a port of this machine that you may listen on, in `launch` of the settings.",
  },
  MANAGED_SERVER_NOT_STARTED: {
    message: 'The server of "{name}" could not be started: {reason}.',
    fix: "Check `python` and the folders in the settings of the backend, or install it again: `pictor backend install {name}`.",
  },
  MANAGED_SERVER_FAILED: {
    message: 'The server of "{name}" ended while it was starting ({ending}){lines}.',
    fix: "{advice}The whole log: `pictor backend logs {name}`.",
  },
  MANAGED_SERVER_SILENT: {
    message: 'The server of "{name}" did not answer at {url} within {seconds} s, and was stopped{lines}.',
    fix: "Look at its log (`pictor backend logs {name}`); when it needs longer, set `launch.startTimeoutMs` higher.",
  },
  MANAGED_SERVER_STOPPED: {
    message: 'The server of "{name}" was stopped while it was starting.',
    fix: "Start it again when nobody wants it stopped: `pictor backend start {name}`.",
  },
  MANAGED_SERVER_STUCK: {
    message: 'The server of "{name}" (process {pid}) is still there although it was killed.',
    fix: "End it by the means of your system; it may hang in a driver.",
  },
  MANAGED_SERVER_LOCKED: {
    message: 'Another process has been starting or stopping the server of "{name}" for {seconds} s.',
    fix: "Wait until it is through, or end it.",
  },

  // Files
  MANAGED_FILE_REFUSED: {
    message: '"{file}" is not put into {area} of "{name}": {reason}.',
    fix: "Give it a plain relative name that stays inside that folder.",
  },
  MANAGED_FILE_TAKEN: {
    message: "{path} is there already and holds something else; it was left as it is.",
    fix: "Give the file another name, or move the old one away.",
  },
  MANAGED_FILE_FAILED: {
    message: "{path} could not be written: {reason}.",
    fix: "Free some space, or give yourself the right to write there.",
  },

  // git
  MANAGED_GIT_MISSING: {
    message: "git cannot be run: {reason}.",
    fix: "Install git, so that the command `git` is found.",
  },
  MANAGED_GIT_OLD: {
    message: "git {found} is too old; {needed} or newer is needed.",
    fix: "Install a newer git.",
  },
  MANAGED_GIT_FAILED: {
    message: "git {command} failed ({ending}){reason}.",
    fix: "Correct that, and try again; nothing was left half done.",
  },
  MANAGED_GIT_ADDRESS: {
    message: "{address} is not given to git: {problem}.",
    fix: "Write it as https://HOST/OWNER/NAME or git@HOST:OWNER/NAME.",
  },
  MANAGED_GIT_FOLDER: {
    message: "{folder} is there already; a clone is not made over it.",
    fix: "Move it away, and try again.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

type Catalog = typeof catalog;
export const managedFault: <Code extends keyof Catalog>(
  code: Code,
  details: DetailsOf<Catalog[Code]>,
  options?: FaultOptions,
) => PictorError = defineErrors(catalog);
