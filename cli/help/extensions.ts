// The teaching half of the help of `extensions ...`.

import { examples } from "./examples.js";

export const extensionTexts = {
  extensions: `${examples(
    "pictor extensions list",
    "pictor extensions check workflow.json --install",
    "pictor extensions available face detailer",
    "pictor extensions install ltdrdata/ComfyUI-Impact-Pack@8.8.1",
    "pictor extensions update",
  )}

An extension is code of somebody else's that runs with the server, and is restarted with it. A managed backend has all of this;
a remote ComfyUI what its Manager offers. docs/extensions.md tells how a generation gets what it needs by itself.`,
  extensionsList: examples(
    "pictor extensions list",
    "pictor extensions list --backend studio --json | jq '.extensions[] | select(.loaded == false)'",
  ),
  extensionsAvailable: `${examples(
    "pictor extensions available face detailer",
    "pictor extensions available --limit 100 --backend studio",
  )}

The index is that of the instance (extensions.indexes); * marks what is installed.`,
  extensionsCheck: `${examples(
    "pictor extensions check workflow.json",
    "pictor extensions check txt2img --feature face-detailer --backend studio",
    "pictor extensions check workflow.json --install --yes",
    "pictor extensions check workflow.json --json | jq '.requirements[] | {id, range, found, step}'",
  )}

Exit code 0: all that is needed is there; 4: something is missing, too old, disabled, or cannot be verified.`,
  extensionsInstall: `${examples(
    "pictor extensions install ltdrdata/ComfyUI-Impact-Pack",
    "pictor extensions install 'owner/name@>=1.2 <2' --backend studio",
    "pictor extensions install https://git.example.org/team/nodes.git#3f2a91c --restart",
    "pictor extensions install comfyui-impact-pack@8.8.1 ./my-nodes --yes",
  )}

@RANGE is one of npm: @1.2.0 is exactly that version, @^1.2 the newest 1.x from there; without, the newest. Quote it where the
shell would read > or a blank. One that fails is undone, and the others are installed (exit code 3).`,
  extensionsUpdate: examples(
    "pictor extensions update",
    "pictor extensions update ltdrdata/ComfyUI-Impact-Pack --restart",
    "pictor extensions update owner/name@1.4.0 --yes",
  ),
  extensionsEnable: examples(
    "pictor extensions enable owner/name",
    "pictor extensions enable owner/name --restart",
  ),
  extensionsDisable: examples(
    "pictor extensions disable owner/name",
    "pictor extensions disable owner/name other/pack --restart",
  ),
  extensionsRemove: examples(
    "pictor extensions remove owner/name",
    "pictor extensions remove ComfyUI-Old-Nodes --yes",
  ),
  extensionsLock: `${examples(
    "pictor extensions lock workflow.json",
    "pictor extensions lock txt2img --feature face-detailer --backend studio",
  )}

The file lies in the project's folder; a generation there asks for exactly these versions, on any backend. Keep it with the project.`,
} as const;
