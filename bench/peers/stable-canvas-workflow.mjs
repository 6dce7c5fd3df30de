// Only the builder of @stable-canvas/comfyui-client.

export { Workflow } from "@stable-canvas/comfyui-client";
