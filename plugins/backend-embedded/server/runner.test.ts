// The runner without a server: a prompt that its worker cannot be given.
import { expect, it } from "vitest";
import type { Graph } from "../graph/graph.js";
import { createHistory } from "./history.js";
import { createQueue } from "./queue.js";
import { createRunner, type RunnerOptions } from "./runner.js";

it("a prompt that cannot be handed to the worker fails by itself, and the next one has its turn", async () => {
  const [queue, history] = [createQueue(), createHistory()];
  const folder = "/nowhere";
  let over: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  const clients = {
    send: () => undefined,
    wantsPreviewMetadata: () => false,
    sendBinary: () => undefined,
  };
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
    folders: { root: folder, output: folder, input: folder, temp: folder, user: folder },
    previews: "none",
    tempTag: "abcde",
    classes: {},
  });
  const submit = (promptId: string, graph: unknown): void => {
    runner.submit({
      number: 0,
      explicitNumber: false,
      promptId,
      graph: graph as Graph,
      shown: {},
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
