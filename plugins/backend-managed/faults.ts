// The errors of this plugin.

import {
  defineErrors,
  type DetailsOf,
  type ErrorEntry,
  type FaultOptions,
  type PictorError,
} from "@pictor/kernel/plugin";

/** `name` is the instance's name in the configuration; output of tools is redacted before it becomes a detail. */
export const catalog = {
  // Errors about a missing or foreign installation
  MANAGED_NOT_INSTALLED: {
    class: "upstream",
    message: 'The backend "{name}" is not installed: {reason}.',
    fix: "Install it, or finish its installation: `pictor backend install {name}`.",
  },
  MANAGED_NOT_OURS: {
    class: "input",
    message:
      'Pictor did not install the ComfyUI of "{name}" in {folder}, so it cannot be {done} with Pictor.',
    fix: "Use the program that installed this ComfyUI, or remove its folder from the settings (`comfyDirectory`), so that Pictor installs its own.",
  },
  MANAGED_FOLDER_FOREIGN: {
    class: "input",
    message: "{folder} exists, and Pictor did not create it.",
    fix: "To use an existing ComfyUI, name its folder in the settings (`comfyDirectory`); otherwise choose another folder (`directory`), or move this one away.",
  },
  MANAGED_FOLDER_NOT_WRITABLE: {
    class: "upstream",
    message: "Cannot write to the folder {folder}: {reason}.",
    fix: "Grant yourself write permission for this folder, or choose another one in the settings of the backend (`directory`).",
  },
  MANAGED_STATE_UNREADABLE: {
    class: "input",
    message: "The installation record {file} cannot be used: {reason}.",
    fix: "Restore the file; or move the folder {folder} away and install again.",
  },

  // Errors of installations and updates
  MANAGED_BUSY: {
    class: "conflict",
    message: 'Another {work} of "{name}" is running{owner}.',
    fix: "Wait until that {work} ends, or stop it.",
  },
  MANAGED_LOCK_LOST: {
    class: "conflict",
    message: 'The {work} of "{name}" was given up: this process stood still, and another{owner} took over.',
    fix: "Wait until that process is done, and repeat what is still missing then.",
  },
  MANAGED_STEP_FAILED: {
    class: "upstream",
    message: 'The step "{step}" for "{name}" failed: {reason}.',
    fix: "{advice}The output of the tools is in {log}. The earlier steps are done; installing again continues with this step (`pictor backend install {name}`).",
  },
  MANAGED_DISK_SPACE: {
    class: "full",
    message: "{folder} has {foundGB} GB of free space; the installation requires {neededGB} GB.",
    fix: "Free some space, choose another folder (`directory`), or ask for less free space (`install.minFreeGB`).",
  },
  MANAGED_DISK_FULL: {
    class: "full",
    message: "The disk of {folder} is full.",
    fix: "Free some space and try again; the interrupted step is repeated.",
  },
  MANAGED_SOURCE_MISSING: {
    class: "input",
    message: "ComfyUI is to be installed from {folder} (`install.source`), which does not exist.",
    fix: "Correct the setting, or remove it to install from ComfyUI's own repository.",
  },
  MANAGED_VERSION_UNKNOWN: {
    class: "unknown",
    message: '{source} has no version "{version}"{why}.',
    fix: "Choose a tag or branch of that repository, a full commit hash, or latest (`install.version`).",
  },
  MANAGED_SERVER_RUNNING: {
    class: "conflict",
    message: 'The server of "{name}" is running, and these steps would change its files: {steps}.',
    fix: "Stop the server first: `pictor backend stop {name}`.",
  },
  MANAGED_TREE_BROKEN: {
    class: "upstream",
    message: 'The ComfyUI of "{name}" in {folder} is damaged: main.py or .git is missing.',
    fix: "Move that folder away, install again, and copy your models, extensions and images from it.",
  },
  MANAGED_LOCAL_CHANGES: {
    class: "conflict",
    message: 'The local changes of ComfyUI in {folder} conflict with the version "{to}": {reason}.',
    fix: "Nothing was changed. Save your changes elsewhere and revert them, or stay at this version.",
  },
  MANAGED_UPDATE_UNDONE: {
    class: "upstream",
    message: 'The update of "{name}" from {from} to {to} failed and was undone: {reason}.',
    fix: "The old version is restored{restarted}; the output of the tools is in {log}.",
  },
  MANAGED_UPDATE_STUCK: {
    class: "upstream",
    message: 'An update of "{name}" from {from} to {to} was interrupted and cannot be undone yet: {reason}.',
    fix: "Correct the cause and try again; the data to undo the update is kept in {folder}.",
  },

  // Errors about Python, its packages, and torch
  MANAGED_PYTHON_MISSING: {
    class: "upstream",
    message: "No usable Python {needed} or newer was found: {found}.",
    fix: "Install Python 3.12 (or uv, which installs a Python), or name a Python in the settings of the backend (`python`).",
  },
  MANAGED_PYTHON_UNFIT: {
    class: "upstream",
    message: "The ComfyUI in {folder} cannot run with {python}: {reason}.",
    fix: "Name the Python that has torch in the settings of the backend (`python`), such as {example}.",
  },
  MANAGED_VENV_MISSING: {
    class: "upstream",
    message: "{python} cannot create virtual environments: its module {module} is missing.",
    fix: "Install the module (on Debian and Ubuntu: apt install python3-venv), install uv, or name another Python (`python`).",
  },
  MANAGED_UV_MISSING: {
    class: "upstream",
    message: 'The settings of "{name}" require uv, but it cannot be run: {reason}.',
    fix: "Install uv so that it is on the PATH, or let the settings do without it (`install.uv`: auto or never).",
  },
  MANAGED_TOOL_FAILED: {
    class: "upstream",
    message: "{tool} {ending}{lines}.",
    fix: "{advice}",
  },
  MANAGED_TORCH_INDEX: {
    class: "input",
    message: "PyTorch cannot be installed for the device {device}: {reason}.",
    fix: "Choose another device (`install.device`), such as cpu for a card without packages, name a package index that has some (`install.torchIndex`), or use a ComfyUI on another machine (a backend of the kind remote).",
  },

  // Errors about model folders
  MANAGED_MODELS_FILE: {
    class: "input",
    message: "{file} cannot be used for model folders: {reason}.",
    fix: "Correct the file; it was not changed.",
  },
  MANAGED_MODELS_FOLDER: {
    class: "input",
    message: 'models.folders: "{entry}" {problem}.',
    fix: "Write KIND=PATH with a kind of model and an absolute path, such as loras=/data/lora.",
  },

  // Errors of the server
  MANAGED_ARGUMENTS: {
    class: "input",
    message: 'The launch arguments of "{name}" cannot be used: {reason}.',
    fix: "Correct them in the settings of the backend (`launch`).",
  },
  MANAGED_PORT_IN_USE: {
    class: "conflict",
    message: 'Port {port} on {host}, where the server of "{name}" would listen, is used by {who}.',
    fix: "End that program, choose another port (`launch.port`), or take the next free one (`launch.portInUse`: next).",
  },
  MANAGED_ADDRESS_UNUSABLE: {
    class: "upstream",
    message: 'The server of "{name}" cannot listen on {host}, port {port}: {reason}.',
    fix: "Choose an address of this machine and a port that you may listen on (`launch.host`, `launch.port`).",
  },
  MANAGED_SERVER_NOT_STARTED: {
    class: "upstream",
    message: 'The server of "{name}" could not be started: {reason}.',
    fix: "Check the Python and the folders in the settings of the backend, or install the backend again (`pictor backend install {name}`).",
  },
  MANAGED_PROCESS_TIMES: {
    class: "upstream",
    message:
      '{program}, which tells when a process was started, cannot be used by "{name}": without it, the server cannot be told from another program.',
    fix: "Check that {program} is in PATH, and that it may be run.",
  },
  MANAGED_SERVER_FAILED: {
    class: "upstream",
    message: 'The server of "{name}" ended while it was starting ({ending}){lines}.',
    fix: "{advice}The log of the server shows more: `pictor backend logs {name}`.",
  },
  MANAGED_SERVER_SILENT: {
    class: "upstream",
    message: 'The server of "{name}" did not answer at {url} within {seconds} s, and was stopped{lines}.',
    fix: "Read the log of the server (`pictor backend logs {name}`); if the server needs more time, raise the time limit (`launch.startTimeoutMs`).",
  },
  MANAGED_SERVER_STOPPED: {
    class: "upstream",
    message: 'The server of "{name}" was stopped while it was starting.',
    fix: "Start the server again: `pictor backend start {name}`.",
  },
  MANAGED_SERVER_STUCK: {
    class: "upstream",
    message: 'The server of "{name}" (process {pid}) is still running although it was killed.',
    fix: "End the process with the tools of your system; it may hang in a driver.",
  },
  MANAGED_SERVER_LOCKED: {
    class: "conflict",
    message: 'Another process has been starting or stopping the server of "{name}" for {seconds} s.',
    fix: "Wait until that process is done, or end it.",
  },

  // Errors about files
  MANAGED_FILE_REFUSED: {
    class: "input",
    message: '"{file}" cannot be written to {area} of "{name}": {reason}.',
    fix: "Use a relative name that stays inside that folder.",
  },
  MANAGED_FILE_TAKEN: {
    class: "conflict",
    message: "{path} already exists with different contents and was left unchanged.",
    fix: "Use another name, or move the existing file away.",
  },
  MANAGED_FILE_FAILED: {
    class: "upstream",
    message: "{path} could not be written: {reason}.",
    fix: "Free some space, or grant yourself write permission for the folder of the file.",
  },

  // Errors of git
  MANAGED_GIT_MISSING: {
    class: "upstream",
    message: "git cannot be run: {reason}.",
    fix: "Install git so that it is on the PATH.",
  },
  MANAGED_GIT_OLD: {
    class: "upstream",
    message: "git {found} is too old; {needed} or newer is needed.",
    fix: "Install a newer git.",
  },
  MANAGED_GIT_FAILED: {
    class: "upstream",
    message: "git {command} failed ({ending}){reason}.",
    fix: "Correct the cause and try again; the repository was not left in an intermediate state.",
  },
  MANAGED_GIT_ADDRESS: {
    class: "input",
    message: "{address} cannot be used as the address of a repository: {problem}.",
    fix: "Write the address as https://HOST/OWNER/NAME or git@HOST:OWNER/NAME.",
  },
  MANAGED_GIT_FOLDER: {
    class: "conflict",
    message: "{folder} exists, so nothing was cloned into it.",
    fix: "Move the folder away and try again.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

type Catalog = typeof catalog;
export const managedFault: <Code extends keyof Catalog>(
  code: Code,
  details: DetailsOf<Catalog[Code]>,
  options?: FaultOptions,
) => PictorError = defineErrors(catalog);
