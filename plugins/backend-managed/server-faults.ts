// The errors of the server of an instance: its address, its start, and its end.

import type { ErrorEntry } from "@pictor/kernel/plugin";

export const serverFaults = {
  MANAGED_ARGUMENTS: {
    class: "input",
    message: 'The launch arguments of "{name}" cannot be used: {reason}.',
    fix: "Correct the arguments in the settings of the backend (`launch`).",
    pageFix: "Correct this setting of the backend.",
  },
  MANAGED_PORT_IN_USE: {
    class: "conflict",
    message: 'Port {port} on {host}, where the server of "{name}" would listen, is used by {who}.',
    fix: "End that program, choose another port (`launch.port`), or take the next free one (`launch.portInUse`: next). A ComfyUI that runs there can be used as it is, as a backend of the kind remote.",
    pageFix:
      "End that program, or choose another port in the settings, or the next free one. A ComfyUI that runs there can be used as it is, as a backend of the kind remote.",
  },
  MANAGED_ADDRESS_UNUSABLE: {
    class: "upstream",
    message: 'The server of "{name}" cannot listen on {host}, port {port}: {reason}.',
    fix: "Choose an address of this machine and a port that you may listen on (`launch.host`, `launch.port`).",
    pageFix: "Choose an address of this machine and a port that Pictor may listen on.",
  },
  MANAGED_SERVER_NOT_STARTED: {
    class: "upstream",
    message: 'The server of "{name}" could not be started: {reason}.',
    fix: "Check the Python and the folders in the settings of the backend, or install the backend again (`pictor backend install {name}`).",
    pageFix: "Check the Python and the folders in the settings, or install the backend again.",
  },
  MANAGED_PROCESS_TIMES: {
    class: "upstream",
    message:
      '"{name}" cannot use {program}, which tells when a process was started: without {program}, Pictor cannot tell the server from another program.',
    fix: "Check that {program} is on the PATH, and that you may run it.",
  },
  MANAGED_SERVER_FAILED: {
    class: "upstream",
    message: 'The server of "{name}" ended while it was starting ({ending}){lines}.',
    fix: "{advice}The log of the server shows more: `pictor backend logs {name}`.",
    pageFix: "{advice}The log of the server shows more.",
  },
  MANAGED_SERVER_SILENT: {
    class: "upstream",
    message: 'The server of "{name}" did not answer at {url} within {seconds} s, and was stopped{lines}.',
    fix: "Read the log of the server (`pictor backend logs {name}`); if the server needs more time, raise the time limit (`launch.startTimeoutMs`).",
    pageFix:
      "The log of the server shows more. If the server needs more time, raise the time limit in the settings.",
  },
  MANAGED_SERVER_STOPPED: {
    class: "upstream",
    message: 'The server of "{name}" was stopped while it was starting.',
    fix: "Start the server again: `pictor backend start {name}`.",
    pageFix: "Start the server again.",
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
} as const satisfies Readonly<Record<string, ErrorEntry>>;
