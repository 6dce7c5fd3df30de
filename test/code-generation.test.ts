// tapable and ajv compile with `new Function`: where that is forbidden the kernel says so at once, and does not hang.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

it("a process that forbids code generation gets an error from createKernel", () => {
  const program = `
    import { createKernel } from "@pictor/kernel";
    await createKernel({ sources: [] }).then(() => console.log("made"), (error) => console.log(error.name));
  `;
  const { stdout } = spawnSync(
    process.execPath,
    [
      "--disallow-code-generation-from-strings",
      "--conditions=@pictor/source",
      "--import",
      import.meta.resolve("tsx"),
      "--input-type=module",
      "--eval",
      program,
    ],
    { cwd: root, encoding: "utf8" },
  );
  expect(stdout.trim()).toBe("EvalError");
});
