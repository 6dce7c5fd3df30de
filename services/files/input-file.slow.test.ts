// Input files that are pipes, which a program of the system creates.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { createInputFiles } from "./input-file.js";

it.skipIf(process.platform === "win32")("a pipe is refused, not waited for", async () => {
  const folder = createTestFolder();
  execFileSync("mkfifo", [join(folder, "pipe.png")]);
  await expect(createInputFiles()(join(folder, "pipe.png"))).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { reason: "it is not a file but a pipe or a device" },
  });
});
