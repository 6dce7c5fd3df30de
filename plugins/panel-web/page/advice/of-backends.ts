// What the page says of errors of backends and of their servers.

import type { Advice } from "../api/words.js";

const inSettings = "Correct this in the settings of the backend.";

export const ofBackends: Readonly<Record<string, Advice>> = {
  BACKEND_NONE: { text: "There is no backend.", hint: "Add one.", remedy: "addBackend" },
  BACKEND_UNKNOWN: { remedy: "backends" },
  BACKEND_UNREACHABLE: {
    hint: "Start the server, or correct its address in the settings of the backend.",
    remedy: "address",
    state: {
      title: "Does not answer",
      text: () =>
        "Nothing answers at the address of the backend. The server may be off, or the address may be wrong.",
    },
  },
  BACKEND_REPLY: {
    remedy: "address",
    state: {
      title: "Another program answers",
      text: () => "The program at the address of the backend is not an image server.",
    },
  },
  BACKEND_CRASHED: { remedy: "log" },
  JOB_OUTCOME_UNKNOWN: {
    hint: "If the prompt has succeeded, its images are in the output folder of the backend.",
  },
  BACKEND_UPLOAD_REFUSED: { remedy: "log" },
  BACKEND_TOO_LARGE: { hint: "Send less at once, or raise the limit where the server is started." },
  BACKEND_PORT_IN_USE: { remedy: "settings" },
  BACKEND_CYCLE: { remedy: "settings" },
  BACKEND_COMFYUI_FOREIGN: {
    text: "This backend uses a ComfyUI that Pictor did not install.",
    hint: "Update that ComfyUI with the program that installed it.",
  },
  BACKEND_COMFYUI_ABSENT: { hint: `Nothing was written. ${inSettings}`, remedy: "settings" },
  EXTENSIONS_NOT_LOCKABLE: {
    hint: "Check the extensions, and install what is missing.",
    remedy: "extensions",
  },
  EXTENSION_UNSUPPORTED: { remedy: "extensions" },
  NODE_FAILED: { remedy: "log" },
  AUTH_PARTNER_KEY: {
    hint: "Create an API key at platform.comfy.org (Profile, API Keys), and store it as the key for partner nodes of the backend.",
    remedy: "settings",
  },
  GRAPH_PARTNER_NODES: {
    hint: "Set the key of the account in the settings of the backend.",
    remedy: "settings",
  },
  LIMIT_EXCEEDED: {
    hint: "Ask for less, or raise this limit in the configuration.",
    remedy: "configuration",
  },
};
