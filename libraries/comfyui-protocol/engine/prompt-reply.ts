// The replies to `POST /prompt`.
import type { Float } from "@pictor/comfyui-graph";

/** The prompt waits or runs. */
export interface PromptReceipt {
  readonly prompt_id: string;
  readonly number: number | Float;
  readonly node_errors: PromptRefusal["node_errors"];
}

/** The prompt was refused. */
export interface PromptRefusal {
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly details: string;
    readonly extra_info: Readonly<Record<string, unknown>>;
  };
  /** What is wrong with which input, by node. */
  readonly node_errors: Readonly<Record<string, unknown>>;
}

/** The refusal of a whole request. */
export const promptRefusal = (
  type: string,
  message: string,
  details = "",
  extra_info: PromptRefusal["error"]["extra_info"] = {},
): PromptRefusal => ({ error: { type, message, details, extra_info }, node_errors: {} });
