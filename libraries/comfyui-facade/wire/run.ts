// One run of a prompt as its client sees it: the events of a backend become the messages of ComfyUI, in the same order.

import { message, RunMessages, type Message, type Preview } from "@pictor/comfyui-protocol";
import type { BackendEvent, NodeId } from "@pictor/kernel/plugin";
import { uiOutputOf, uiOutputsOf } from "./ui-outputs.js";

/** What is sent to the sockets of a client. How a preview is sent depends on the socket. */
export type Frame =
  | Message
  /** `isResult`: the image is the result of a node, such as SaveImageWebsocket, and must not be left out. */
  | (Preview & { readonly isResult: boolean });

export interface RunOptions {
  readonly promptId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a PNG image from the node is its result. */
  readonly isOutput: (node: NodeId) => boolean;
}

export class Run {
  readonly #promptId: string;
  readonly #isOutput: RunOptions["isOutput"];
  readonly #messages: RunMessages;

  constructor({ promptId, now, isOutput }: RunOptions) {
    this.#promptId = promptId;
    this.#isOutput = isOutput;
    this.#messages = new RunMessages(promptId, now);
  }

  /** What the history keeps: the first messages of the run. */
  get messages() {
    return this.#messages.kept;
  }

  get activeNode(): NodeId | undefined {
    return this.#messages.activeNode;
  }

  get hasStarted(): boolean {
    return this.#messages.kept.length > 0;
  }

  /** The messages for an event of this prompt. */
  receive(event: BackendEvent): readonly Frame[] {
    return [...this.#messages.start(), ...this.#frames(event)];
  }

  /** The state of the progress, if the newest one was not sent. */
  lastProgress(): readonly Frame[] {
    return this.#messages.lastProgress();
  }

  /** The message that ends every run. */
  end(): Frame {
    return this.#messages.end();
  }

  #frames(event: BackendEvent): readonly Frame[] {
    const run = this.#messages;
    switch (event.type) {
      case "cached":
        return run.cached(event.nodes);
      case "node":
        return run.nodeStarted(event.node);
      case "nodeDone":
        return run.nodeFinished(event.node);
      case "progress": {
        const { node, value, max } = event;
        return [...run.stepped(node, value, max), run.progress(node, value, max)];
      }
      case "preview": {
        const node = event.node ?? run.activeNode ?? "";
        const isResult = event.mime === "image/png" && this.#isOutput(node);
        return [{ kind: "preview", promptId: this.#promptId, node, bytes: event.bytes, isResult }];
      }
      case "output":
        return [...uiOutputsOf(event.files)].map(([node, output]) => run.executed(node, output));
      case "text":
        return [run.executed(event.node, uiOutputOf([], [event.text]))];
      case "blocked":
        return [
          message("execution_error", {
            prompt_id: this.#promptId,
            node_id: event.node,
            node_type: "",
            executed: [],
            exception_message: `Execution Blocked: ${event.message}`,
            exception_type: "ExecutionBlocked",
            traceback: [],
            current_inputs: [],
            current_outputs: [],
          }),
        ];
      default:
        return [];
    }
  }
}
