// The builder of @stable-canvas/comfyui-client alone.

export { Workflow } from "@stable-canvas/comfyui-client";
