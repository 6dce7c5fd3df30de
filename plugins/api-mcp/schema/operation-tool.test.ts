// The tool of an operation: which part of the call each argument is.

import { expect, it } from "vitest";
import { toolOfOperation, type OperationTool } from "./operation-tool.js";
import type { ToolCall } from "./tool.js";

it("each argument goes to its part of the call, and the reply is the result", async () => {
  const calls: unknown[] = [];
  const { signal } = new AbortController();
  const setPromptPriority = (input: object) => {
    calls.push(input);
    return Promise.resolve({ done: true });
  };
  const places = { name: "params", limit: "query", priority: "body" } as const;
  const tool = toolOfOperation({ operation: "setPromptPriority", places } as unknown as OperationTool);
  const call = { client: { calls: { setPromptPriority } }, signal } as unknown as ToolCall;
  const result = await tool.run({ name: "studio", limit: 3, priority: 7 }, call);
  expect(result).toEqual({ data: { done: true } });
  expect(calls).toEqual([{ params: { name: "studio" }, query: { limit: 3 }, body: { priority: 7 }, signal }]);
});
