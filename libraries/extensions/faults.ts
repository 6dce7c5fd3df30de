// The errors about extensions, for every backend.

import { defineErrors, type ErrorEntry } from "@pictor/kernel/plugin";

export const catalog = {
  EXTENSION_ID_REFUSED: {
    class: "input",
    message: '"{id}" does not name an extension: {reason}.',
    fix: "Name the extension by owner/name, by the address of its repository, or by its id in the registry.",
  },
  EXTENSION_RANGE_INVALID: {
    class: "input",
    message: 'The version range "{range}" for {id} is invalid: {reason}.',
    fix: "Write the range as npm does, such as >=1.2.0 or ^2.0.0; * accepts any version.",
  },
  EXTENSION_UNKNOWN: {
    class: "unknown",
    message: "{backend} knows no source for {id}.",
    fix: "Give the address of the extension's repository, or an index that lists the extension.",
  },
  EXTENSION_SOURCE_REFUSED: {
    class: "input",
    message: "Pictor does not accept {id} from {address}: {reason}.",
    fix: "Give an https, ssh or git@ address of a repository.",
  },
  EXTENSION_NO_VERSION: {
    class: "upstream",
    message: "{id} has no version in {range}; found {found}.",
    fix: "Request another version.",
  },
  EXTENSION_NO_COMMIT: {
    class: "upstream",
    message: "The repository of {id} has no commit {commit}.",
    fix: "Check the commit, or request a version instead.",
  },
  EXTENSION_ALREADY_INSTALLED: {
    class: "conflict",
    message: "{id} is already installed on {backend}, as {place}.",
    fix: "Update or enable the installed extension, or remove it first.",
  },
  EXTENSION_PLACE_TAKEN: {
    class: "conflict",
    message: "{id} would be installed as {place}, but something else is already there: {path}.",
    fix: "Remove {path} or move it away; Pictor does not replace it.",
  },
  EXTENSION_NOT_INSTALLED: {
    class: "unknown",
    message: "{backend} has no extension {id}.{suggestion}",
    fix: "List the extensions of the backend to find the id, or install the extension.",
  },
  EXTENSION_AMBIGUOUS: {
    class: "input",
    message: "{backend} has {id} more than once: {places}.",
    fix: "Give the name of the folder instead.",
  },
  EXTENSION_INSTALL_FAILED: {
    class: "upstream",
    message: "{id} could not be installed on {backend}: {reason}.",
    fix: "{advice}",
  },
  EXTENSION_UPDATE_FAILED: {
    class: "upstream",
    message: "{id} could not be updated on {backend}: {reason}.",
    fix: "{advice}",
  },
  EXTENSION_CHANGE_FAILED: {
    class: "upstream",
    message: "{backend} could not {action} {id}: {reason}.",
    fix: "{advice}",
  },
  EXTENSION_LOCAL_CHANGES: {
    class: "conflict",
    message: "{id} has local changes in {place} that conflict with the update: {files}.",
    fix: "Commit, undo or move these changes, and update again.",
  },
  EXTENSION_UNSUPPORTED: {
    class: "upstream",
    message: "{backend} cannot {action} extensions: {reason}.",
    fix: "{advice}",
  },
  EXTENSION_REFUSED: {
    class: "upstream",
    message: "The Manager of {backend} refused to {action} {id}: {reason}.",
    fix: "{advice}",
  },
  EXTENSION_INDEX_UNREADABLE: {
    class: "upstream",
    message: "Extensions: {source} cannot be read: {reason}.",
    fix: "Check the address and the connection. A list of extensions has to be in the format of ComfyUI-Manager.",
  },
  EXTENSION_LOCK_INVALID: {
    class: "input",
    message: "{file} cannot be read{where}: expected {expected}, found {found}.",
    fix: "Correct the file, or delete it: Pictor writes a new one when extensions change.",
  },
  EXTENSION_LOCK_NOT_WRITABLE: {
    class: "input",
    message: "{file} could not be written: {reason}.",
    fix: "Check the folder, and that its disk has room.",
  },

  // Errors of servers whose extensions ComfyUI-Manager installs
  EXTENSION_MANAGER_REPLY: {
    class: "upstream",
    message: "ComfyUI-Manager ({version}) on the server gave an unexpected reply: {reason}.",
    fix: "Update ComfyUI-Manager on the server.",
  },
  EXTENSION_TIMEOUT: {
    class: "upstream",
    message: "ComfyUI-Manager ({version}) on the server has not finished a task after {minutes} minutes.",
    fix: "Check the log of the server; the task may still be running.",
  },
  EXTENSION_RESTART_IMPOSSIBLE: {
    class: "upstream",
    message: "Pictor cannot restart {backend}: {reason}.",
    fix: "{advice}",
  },
  EXTENSION_RESTART_FAILED: {
    class: "upstream",
    message: "{backend} was asked to restart, but {reason}.",
    fix: "Check the log of the server, and restart the server on its machine.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export const extensionFault = defineErrors(catalog);
