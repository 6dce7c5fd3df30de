// The errors of this plugin.

import { defineErrors, type ErrorEntry } from "@pictor/kernel/plugin";
import { serverFaults } from "./server-faults.js";

/** `name` is the instance's name in the configuration; output of tools is redacted before it becomes a detail. */
export const catalog = {
  // Errors about a missing or foreign installation
  MANAGED_NOT_INSTALLED: {
    class: "upstream",
    message: 'The backend "{name}" is not installed: {reason}.',
    fix: "Install the backend, or finish its installation: `pictor backend install {name}`.",
    pageFix: "Install the backend, or finish its installation.",
  },
  MANAGED_COMFYUI_ABSENT: {
    class: "input",
    message: 'The backend "{name}" has no usable ComfyUI: {reason}.',
    fix: "Correct its folder in the settings (`comfyDirectory`).",
    pageFix: "Correct its folder in the settings.",
  },
  MANAGED_NOT_OURS: {
    class: "input",
    message:
      'Pictor did not install the ComfyUI of "{name}" in {folder}, so it cannot be {done} with Pictor.',
    fix: "Use the program that installed this ComfyUI, or remove its folder from the settings (`comfyDirectory`), so that Pictor installs its own.",
    pageFix:
      "Use the program that installed this ComfyUI, or remove its folder from the settings, so that Pictor installs its own.",
  },
  MANAGED_FOLDER_FOREIGN: {
    class: "input",
    message: "{folder} exists, and Pictor did not create it.",
    fix: "To use an existing ComfyUI, name its folder in the settings (`comfyDirectory`); otherwise choose another folder (`directory`), or move this one away.",
    pageFix:
      "Name this folder as the existing ComfyUI in the settings, choose another directory there, or move the folder away.",
  },
  MANAGED_FOLDER_NOT_WRITABLE: {
    class: "upstream",
    message: "Cannot write to the folder {folder}: {reason}.",
    fix: "Grant yourself write permission for this folder, or choose another one in the settings of the backend (`directory`).",
    pageFix: "Grant yourself write permission for this folder, or choose another directory in the settings.",
  },
  MANAGED_STATE_UNREADABLE: {
    class: "input",
    message: "The installation record {file} cannot be used: {reason}.",
    fix: "Restore the file, or move the folder {folder} away and install again.",
  },

  // Errors of installations and updates
  MANAGED_BUSY: {
    class: "conflict",
    message: 'Another {work} of "{name}" is running{owner}.',
    fix: "Wait until that {work} ends, or stop it.",
  },
  MANAGED_LOCK_LOST: {
    class: "conflict",
    message:
      'The {work} of "{name}" was abandoned: this process was suspended, and another{owner} took over.',
    fix: "Wait until that process is done, then repeat what is still missing.",
  },
  MANAGED_STEP_FAILED: {
    class: "upstream",
    message: 'The step "{step}" for "{name}" failed: {reason}.',
    fix: "{advice}The output of the tools is in {log}. The earlier steps are done; installing again continues with this step (`pictor backend install {name}`).",
    pageFix:
      "{advice}The output of the tools is in {log}. The earlier steps are done: installing again continues with this step.",
  },
  MANAGED_DISK_SPACE: {
    class: "full",
    message: "{folder} has {foundGB} GB of free space; the installation requires {neededGB} GB.",
    fix: "Free some space, choose another folder (`directory`), or lower the required free space (`install.minFreeGB`).",
    pageFix: "Free some space, or choose another directory or a smaller limit in the settings.",
  },
  MANAGED_DISK_FULL: {
    class: "full",
    message: "The disk of {folder} is full.",
    fix: "Free some space and try again; the interrupted step is repeated.",
  },
  MANAGED_SOURCE_MISSING: {
    class: "input",
    message: "ComfyUI cannot be installed from {folder}, which does not exist.",
    fix: "Correct the setting `install.source`, or remove it to install from ComfyUI's own repository.",
    pageFix:
      "Correct the source in the settings, or leave it empty to install from ComfyUI's own repository.",
  },
  MANAGED_VERSION_UNKNOWN: {
    class: "unknown",
    message: '{source} has no version "{version}"{why}.',
    fix: "Choose a tag or branch of that repository, a full commit hash, or latest (`install.version`).",
    pageFix: "Choose a tag or branch of that repository, a full commit hash, or latest.",
  },
  MANAGED_SERVER_RUNNING: {
    class: "conflict",
    message: 'The server of "{name}" is running, and these steps would change its files: {steps}.',
    fix: "Stop the server first: `pictor backend stop {name}`.",
    pageFix: "Stop the server first.",
  },
  MANAGED_TREE_BROKEN: {
    class: "upstream",
    message: 'The ComfyUI of "{name}" in {folder} is damaged: main.py or .git is missing.',
    fix: "Move that folder away, install again, and copy your models, extensions and images from the old folder.",
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
    pageFix: "Install Python 3.12 (or uv, which installs a Python), or name a Python in the settings.",
  },
  MANAGED_PYTHON_UNFIT: {
    class: "upstream",
    message: "The ComfyUI in {folder} cannot run with {python}: {reason}.",
    fix: "Name the Python that has torch in the settings of the backend (`python`), such as {example}.",
    pageFix: "Name the Python that has torch in the settings, such as {example}.",
  },
  MANAGED_VENV_MISSING: {
    class: "upstream",
    message: "{python} cannot create virtual environments: its module {module} is missing.",
    fix: "Install the module (on Debian and Ubuntu: apt install python3-venv), install uv, or name another Python (`python`).",
    pageFix:
      "Install the module (on Debian and Ubuntu: apt install python3-venv), install uv, or name another Python in the settings.",
  },
  MANAGED_UV_MISSING: {
    class: "upstream",
    message: 'The settings of "{name}" require uv, but it cannot be run: {reason}.',
    fix: "Install uv so that it is on the PATH, or set `install.uv` to auto or never.",
    pageFix: "Install uv so that it is on the PATH, or change the setting that requires uv.",
  },
  MANAGED_TOOL_FAILED: { class: "upstream", message: "{tool} {ending}{lines}.", fix: "{advice}" },
  MANAGED_TORCH_INDEX: {
    class: "input",
    message: "PyTorch cannot be installed for the device {device}: {reason}.",
    fix: "Choose another device (`install.device`), such as cpu for a graphics card without packages, name a package index that has packages for the device (`install.torchIndex`), or use a ComfyUI on another machine (a backend of the kind remote).",
    pageFix:
      "Choose another device, such as cpu for a graphics card without packages, name a package index in the settings, or use a ComfyUI on another machine.",
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

  ...serverFaults,

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

export const managedFault = defineErrors(catalog);
