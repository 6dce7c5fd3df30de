// tapable compiles with `new Function`. If that is forbidden, a hook with taps fails at once and does not hang.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

it("a process that forbids code generation gets an error from the first hook that has a tap", () => {
  const program = `
    import { createPictor } from "@pictor/host";
    const pictor = await createPictor({ builtins: "none" });
    pictor.hooks.beforeSend.tap({}, () => undefined);
    await pictor.send({ url: "http://127.0.0.1:9/" }).then(() => console.log("sent"), (error) => console.log(error.name));
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
