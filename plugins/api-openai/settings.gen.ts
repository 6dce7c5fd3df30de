// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Workflow, or preset as preset:NAME, for requests that name no model or one of OpenAI's own, such as gpt-image-1. Default: "txt2img". */
  readonly model: string;
  /** Workflow or preset, like the model, for requests that edit an image. Default: "img2img". */
  readonly editModel: string;
};
