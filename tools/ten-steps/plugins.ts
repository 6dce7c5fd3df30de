// The author's three commands.

import { join } from "node:path";
import { generate } from "./images.js";
import type { Step } from "./step.js";
import { check } from "./step.js";

const kinds = [
  ["auth", "acme"],
  ["workflow", "poster"],
  ["panel", "wall"],
] as const;

export const pluginsStep: Step = {
  name: "plugins",
  async run(user) {
    for (const [kind, name] of kinds) {
      const folder = join(user.project, `${kind}-${name}`);
      await user.pictor(["plugins", "new", kind, name]);
      const tested = await user.pictor(["plugins", "test", folder]);
      check(/(\d+) of \1 rules passed/.test(tested.out), tested.out);
      const added = await user.pictor(["plugins", "add", folder, "--yes"]);
      check(added.out.includes(`Added ${kind}-${name}`), added.out);
    }
    // Again over the one that is there, as after an edit.
    await user.pictor(["plugins", "add", join(user.project, "auth-acme"), "--yes"]);
    await generate(user, "poster", "a fox");
    await user.pictor(["plugins", "remove", "auth-acme", "--yes"]);
    return `${kinds.map((kind) => kind.join("-")).join(", ")}: new, test, add; poster generates; one removed`;
  },
};
