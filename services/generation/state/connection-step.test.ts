// A job says that nothing is heard of its prompt from the loss of the connection to its return.

import { expect, it } from "vitest";
import type { JobInput } from "./job-state.js";
import { backend, node, reduceAll, untilSubmitted } from "../../testing/reducer-inputs.js";

const connection = (state: "open" | "lost" | "closed"): JobInput => backend({ type: "connection", state });
const lost = connection("lost");
const ofPrompt = (state: "open" | "lost", promptId = "p"): JobInput =>
  backend({ type: "promptConnection", promptId, state, server: "the member one" });
const running = [...untilSubmitted, node("load")];
const paused = { why: "paused", detail: "the backend is paused" } as const;

/** The states and waits that are announced after the first `before` inputs. */
function announced(before: readonly JobInput[], after: readonly JobInput[]): readonly unknown[] {
  const known = reduceAll(before).events.length;
  return reduceAll([...before, ...after])
    .events.slice(known)
    .flatMap((event) => (event.type === "job" ? [[event.state, event.wait?.why]] : []));
}

it.each<[string, readonly JobInput[], readonly JobInput[], readonly unknown[]]>([
  [
    "a running job, each once",
    running,
    [lost, lost, connection("open"), connection("open")],
    [
      ["running", "connection"],
      ["running", undefined],
    ],
  ],
  [
    "a queued job, whose message shows that it runs",
    untilSubmitted,
    [lost, node("load")],
    [
      ["queued", "connection"],
      ["running", undefined],
    ],
  ],
  [
    "a job of a paused queue, whose record says again why it waits",
    [...untilSubmitted, { type: "record", record: { state: "queued", wait: paused } }],
    [lost, connection("open"), { type: "record", record: { state: "queued", wait: paused } }],
    [
      ["queued", "connection"],
      ["queued", undefined],
      ["queued", "paused"],
    ],
  ],
  [
    "a job whose backend does not answer before the submission",
    [{ type: "batch", index: 0, graph: {} }],
    [{ type: "outage", reason: "refused" }, { type: "outage", reason: "refused" }, { type: "outage" }],
    [
      ["uploading", "connection"],
      ["uploading", undefined],
    ],
  ],
  [
    "a job whose server is lost, of a backend with several",
    running,
    [ofPrompt("lost"), ofPrompt("lost"), ofPrompt("open"), ofPrompt("open")],
    [
      ["running", "connection"],
      ["running", undefined],
    ],
  ],
  [
    "a queued job whose server is lost, which does not run by that",
    untilSubmitted,
    [ofPrompt("lost")],
    [["queued", "connection"]],
  ],
  ["nothing for the server of another prompt", running, [ofPrompt("lost", "other")], []],
  ["nothing for a connection that is closed on purpose", running, [connection("closed")], []],
  ["nothing before the submission", [{ type: "enter", phase: "building" }], [lost, connection("open")], []],
])("says so for %s", (_name, before, after, expected) => {
  expect(announced(before, after)).toEqual(expected);
});
