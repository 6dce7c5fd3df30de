// Examples and notes in the help of the `backend` commands.

import { examples } from "../../definition/examples.js";

export const backendHelp = {
  backend: examples(
    "pictor backend list",
    "pictor backend install studio",
    "pictor backend start studio && pictor backend logs studio -f",
    "pictor backend status studio",
    "pictor backend serve --port 8188",
    "pictor backend status farm && pictor backend drain farm gpu-3",
  ),
  list: examples("pictor backend list", "pictor backend list --config studio.json --json"),
  status: `${examples(
    "pictor backend status",
    "pictor backend status studio",
    "pictor backend status studio --json | jq -r .lifecycle.state",
  )}

A managed instance is stopped, running (start time, owner, address, process), crashed (exit code and last log lines), or not
installed. With --json the state is in "lifecycle". A pool or a queue also shows its members with their prompts, loaded
models and measured times, and how many prompts of each owner wait and run; with --json in "farm".`,
  drain: `${examples("pictor backend drain farm gpu-3", "pictor backend drain farm gpu-3 --json")}

The member finishes its running prompts, and can then be stopped for maintenance. The change applies to all hosts of the
queue. A pool is a part of each process that uses it: drain its members in the panel or the API of \`pictor serve\`.`,
  pause: `${examples("pictor backend pause farm", "pictor backend resume farm", "pictor backend pause farm --owner anna")}

The pause applies to all hosts of the queue, and to workers that start later. \`jobs list\` says why each waiting prompt waits.
With --owner, the prompts of others overtake those of the owner, which keep their turns.`,
  resume: examples(
    "pictor backend resume farm gpu-3",
    "pictor backend resume farm",
    "pictor backend resume farm --owner anna",
  ),
  failures: `${examples("pictor backend failures farm", "pictor backend failures farm 3f2a91c0")}

A queue keeps a prompt that has failed, or whose end is not known (lost), until somebody retries or discards it, but no longer
than the queue keeps records.`,
  retry: examples("pictor backend retry farm 3f2a91c0", "pictor backend retry farm --all"),
  discard: examples("pictor backend discard farm 3f2a91c0", "pictor backend discard farm --all"),
  install: `${examples(
    "pictor backend install studio --dry-run",
    "pictor backend install studio",
    "pictor backend install studio --set install.device=cpu --set launch.port=8190 --yes",
    "pictor backend install studio --set install.version=v0.3.60 --set directory=/data/studio",
    "pictor backend install mine --set comfyDirectory=~/ComfyUI",
  )}

An installation needs git 2.20 and Python 3.10, or newer. Finished steps are kept: after a failure, or Ctrl-C, the same command continues from there. A new
instance is written to the configuration (pictor.json in this folder if there is one, else the user's file) before the first
step. docs/managed.md describes an existing ComfyUI, models, logs, crashes, updates, and how to remove an instance.`,
  start: `${examples(
    "pictor backend start studio",
    "pictor backend start studio --watch",
    "pictor backend start studio --json | jq -r 'select(.type == \"result\").lifecycle.url'",
  )}

\`pictor generate\` starts a stopped instance and stops it at the end; an instance started with this command runs until
\`pictor backend stop\`. With --watch the log goes to stdout; Ctrl-C stops the server (exit code 0), a crash ends the command (3).`,
  stop: examples("pictor backend stop studio", "pictor backend stop studio --yes"),
  restart: examples("pictor backend restart studio", "pictor backend restart studio --yes"),
  update: `${examples(
    "pictor backend update studio",
    "pictor backend update studio --to v0.3.60",
    "pictor backend update studio --to master --yes",
  )}

Extensions stay as they are; \`pictor extensions update\` updates them. A running server is stopped first and started again.`,
  logs: examples(
    "pictor backend logs studio",
    "pictor backend logs studio -f",
    "pictor backend logs studio -n 500 | grep -i error",
  ),
  serve: `${examples(
    "pictor backend serve",
    "pictor backend serve --port 0 --json",
    "pictor backend serve --listen --username me --secret password=env:SERVER_PASSWORD",
    'pictor backend serve --control --faults \'[{"kind": "drop-socket", "afterFrames": 5}]\'',
  )}

ComfyUI's other launch arguments are accepted and ignored, with a note for each. The server runs until Ctrl-C (exit code 0).
It is ready when it prints its address: \`Ready: ...\` on a terminal, else \`To see the GUI go to: http://127.0.0.1:8188\`, the line
that launchers of ComfyUI wait for, although there is no GUI; with --json a record of type ready. All faults:
docs/embedded-server.md`,
} as const;
