// Examples and notes in the help of the `extensions` commands.

import { examples } from "../../definition/examples.js";

export const extensionsHelp = {
  extensions: `${examples(
    "pictor extensions list",
    "pictor extensions check workflow.json --install",
    "pictor extensions available face detailer",
    "pictor extensions install ltdrdata/ComfyUI-Impact-Pack@8.8.1",
    "pictor extensions update",
  )}

An extension is third-party code that runs inside the server; a change takes effect when the server restarts. A managed
backend supports all of these commands, a remote ComfyUI those that its Manager supports. docs/extensions.md describes how a
generation installs what it needs.`,
  list: examples(
    "pictor extensions list",
    "pictor extensions list --backend studio --json | jq '.extensions[] | select(.loaded == false)'",
  ),
  available: `${examples(
    "pictor extensions available face detailer",
    "pictor extensions available --limit 100 --backend studio",
  )}

The command searches the indexes of the instance (extensions.indexes); * marks installed extensions.`,
  check: `${examples(
    "pictor extensions check workflow.json",
    "pictor extensions check txt2img --feature face-detailer --backend studio",
    "pictor extensions check workflow.json --install --yes",
    "pictor extensions check workflow.json --json | jq '.requirements[] | {id, range, found, step}'",
  )}

Exit code 0: nothing is missing; 4: an extension is missing, too old, disabled, or cannot be verified.`,
  install: `${examples(
    "pictor extensions install ltdrdata/ComfyUI-Impact-Pack",
    "pictor extensions install 'owner/name@>=1.2 <2' --backend studio",
    "pictor extensions install https://git.example.org/team/nodes.git#3f2a91c --restart",
    "pictor extensions install comfyui-impact-pack@8.8.1 ./my-nodes --yes",
  )}

@RANGE is an npm range: @1.2.0 is exactly that version, @^1.2 the newest 1.x from 1.2; without a range, the newest version.
Quote a range that contains > or a space. A failed installation is undone, and the others continue (exit code 3).`,
  update: examples(
    "pictor extensions update",
    "pictor extensions update ltdrdata/ComfyUI-Impact-Pack --restart",
    "pictor extensions update owner/name@1.4.0 --yes",
  ),
  enable: examples("pictor extensions enable owner/name", "pictor extensions enable owner/name --restart"),
  disable: examples(
    "pictor extensions disable owner/name",
    "pictor extensions disable owner/name other/pack --restart",
  ),
  remove: examples("pictor extensions remove owner/name", "pictor extensions remove ComfyUI-Old-Nodes --yes"),
  lock: `${examples(
    "pictor extensions lock workflow.json",
    "pictor extensions lock txt2img --feature face-detailer --backend studio",
  )}

The lock file is in the project's folder; a generation there requires exactly these versions, on any backend. Keep it with
the project.`,
} as const;
