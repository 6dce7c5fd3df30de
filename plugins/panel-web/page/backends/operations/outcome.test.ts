// What an operation has done, in one sentence.

import { expect, it } from "vitest";
import { outcomeText } from "./outcome.js";

it.each([
  ["finished", undefined, { outcome: "started", server: {} }, "The server is running."],
  ["finished", undefined, { outcome: "declined" }, "Nothing was changed."],
  ["finished", undefined, { outcome: "something new" }, "Something new."],
  ["finished", undefined, undefined, "Done."],
  [
    "finished",
    undefined,
    { outcome: "vetoed", veto: { message: "A pack is missing." } },
    "A pack is missing.",
  ],
  [
    "finished",
    undefined,
    {
      outcome: "changed",
      restart: "done",
      extensions: [{ id: "a/b", version: "1.2.0" }, { id: "c/d" }, null],
      notLoaded: [{ id: "c/d" }],
    },
    "Changed: a/b 1.2.0, c/d. The server was restarted. The server did not load c/d.",
  ],
  [
    "finished",
    undefined,
    { outcome: "changed", restart: "needed", because: "declined", extensions: [], notLoaded: [] },
    "The extensions were changed. The change takes effect at the next start of the server.",
  ],
  ["cancelled", "caller", undefined, "Cancelled."],
  ["cancelled", "server", undefined, "Cancelled, because Pictor was ended."],
] as const)("%s by %s with %j: %s", (state, by, result, text) => {
  expect(outcomeText({ state, ...(by && { by }), ...(result && { result }) })).toBe(text);
});
