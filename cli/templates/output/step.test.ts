// The output step on one file.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Output, OutputContext } from "@pictor/kernel/plugin";
import { createStep } from "./step.ts";

const output = { mime: "image/png", metadata: { earlier: 1 } } as unknown as Output;
const step = createStep({ note: "hello" });

test("the note joins the metadata of earlier steps", async () => {
  const changed = await step(output, {} as OutputContext);
  assert.deepEqual(changed?.metadata, { earlier: 1, note: "hello" });
});
