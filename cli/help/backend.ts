// The teaching half of the help of `backend ...`.

import { examples } from "./examples.js";

export const backendTexts = {
  backend: examples(
    "pictor backend list",
    "pictor backend install studio",
    "pictor backend start studio && pictor backend logs studio -f",
    "pictor backend status studio",
    "pictor backend serve --port 8188",
  ),
  backendList: examples("pictor backend list", "pictor backend list --config studio.json --json"),
  backendStatus: `${examples(
    "pictor backend status",
    "pictor backend status studio",
    "pictor backend status studio --json | jq -r .lifecycle.state",
  )}

Of a managed instance: stopped, running (since when, who ends it, address, process), crashed (how, and its last lines), or not
installed. With --json in "lifecycle".`,
  backendInstall: `${examples(
    "pictor backend install studio --dry-run",
    "pictor backend install studio",
    "pictor backend install studio --set install.device=cpu --set launch.port=8190 --yes",
    "pictor backend install studio --set install.version=v0.3.60 --set directory=/data/studio",
    "pictor backend install mine --set comfyDirectory=~/ComfyUI",
  )}

It needs git and Python 3. What is done stays done: after a failure, or Ctrl-C, the same command goes on from there. A new name
is written into the configuration (pictor.json here, where there is one, else your own file) before the first step.
docs/managed.md tells the rest: an existing ComfyUI, models, logs, crashes, updates, and how to get rid of it.`,
  backendStart: `${examples(
    "pictor backend start studio",
    "pictor backend start studio --watch",
    "pictor backend start studio --json | jq -r 'select(.type == \"result\").lifecycle.url'",
  )}

\`pictor generate\` starts a stopped instance by itself and stops it at its end; one that was started here goes on until
\`pictor backend stop\`. With --watch the log goes to stdout; Ctrl-C stops the server (exit code 0), its crash ends the command (3).`,
  backendStop: examples("pictor backend stop studio", "pictor backend stop studio --yes"),
  backendRestart: examples("pictor backend restart studio", "pictor backend restart studio --yes"),
  backendUpdate: `${examples(
    "pictor backend update studio",
    "pictor backend update studio --to v0.3.60",
    "pictor backend update studio --to master --yes",
  )}

Extensions stay; they are updated by \`pictor extensions update\`. A server that runs is stopped for it, and started again.`,
  backendLogs: examples(
    "pictor backend logs studio",
    "pictor backend logs studio -f",
    "pictor backend logs studio -n 500 | grep -i error",
  ),
  backendServe: `${examples(
    "pictor backend serve",
    "pictor backend serve --port 0 --json",
    "pictor backend serve --listen --username me --secret password=env:SERVER_PASSWORD",
    'pictor backend serve --control --faults \'[{"kind": "drop-socket", "afterFrames": 5}]\'',
  )}

ComfyUI's other launch arguments are taken and ignored, with a line that says so. It runs until Ctrl-C (exit code 0); ready
is \`To see the GUI go to: http://127.0.0.1:8188\`, with --json a record of type ready. All faults: docs/embedded-server.md`,
} as const;
