// The runner without a server: a prompt that cannot be sent to the worker.
import { expect, it } from "vitest";
import type { Graph } from "@pictor/comfyui-graph";
import { createHistory } from "../prompts/history.js";
import { createQueue } from "../prompts/queue.js";
import { createRunner, type RunnerOptions } from "./runner.js";

it("a prompt that cannot be sent to the worker fails alone, and the next one runs", async () => {
  const [queue, history] = [createQueue(), createHistory()];
  const folder = "/nowhere";
  let over: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  const clients = { send: () => undefined, wantsPreviewMetadata: () => false, sendBinary: () => undefined };
  const logs = {
    write() {
      if (Object.keys(history.list()).length === 2) over();
    },
  };
  const runner = createRunner({
    clients: clients as unknown as RunnerOptions["clients"],
    logs: logs as unknown as RunnerOptions["logs"],
    queue,
    history,
    folders: { output: folder, input: folder, temp: folder },
    previews: "none",
    tempTag: "abcde",
    classes: {},
  });
  const submit = (promptId: string, graph: unknown): void => {
    runner.submit({
      number: 0,
      hasClientNumber: false,
      promptId,
      graph: graph as Graph,
      jsonGraph: {},
      extraData: {},
      outputs: [],
    });
  };
  submit("a", { "1": { class_type: "Any", inputs: { value: () => undefined } } });
  submit("b", {});
  await ended;
  expect(history.get("a")?.status.status_str).toBe("error");
  expect(history.get("b")?.status.status_str).toBe("success");
  await runner.close();
});
