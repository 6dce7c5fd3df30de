// How a backend is, from what is known of it.

import type { BackendState, BackendStatus, Operation, ServerState } from "@pictor/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adviceOf } from "../../advice/advice.js";
import { setWords } from "../../api/words.js";
import { healthOf, queueText } from "./health.js";

const backend = { name: "studio", kind: "managed", origin: "configured" } as const;
const status = (server?: ServerState, more: Partial<BackendStatus> = {}): BackendStatus => ({
  backend,
  actions: [],
  ...(server !== undefined && { server }),
  ...more,
});
const state: BackendState = {
  ...backend,
  isReachable: true,
  facets: [],
  info: { title: "ComfyUI", version: "1" },
};
const failed = (code: string): BackendState => ({
  ...backend,
  isReachable: false,
  facets: [],
  error: { code, class: "upstream", what: "It failed.", hint: "Mend it." },
});

beforeAll(() => setWords({ adviceOf, wayOf: () => undefined }));
afterAll(() => setWords({ adviceOf: () => undefined, wayOf: () => undefined }));

describe("the health of a backend", () => {
  it.each([
    ["nothing is known", {}, "off", "Asking the server…"],
    ["Pictor cannot say it", { error: { text: "It is gone.", faults: [] } }, "error", "Does not answer"],
    ["it answers", { state, status: status() }, "good", "Ready"],
    ["its server runs", { state, status: status({ state: "running" }) }, "good", "Ready"],
    [
      "nothing is installed",
      { state, status: status({ state: "absent", reason: "no folder" }) },
      "off",
      "Not installed",
    ],
    ["it is stopped", { state, status: status({ state: "stopped" }) }, "off", "Stopped"],
    ["it starts", { state, status: status({ state: "starting" }) }, "warning", "Starting"],
    [
      "it has crashed",
      { state, status: status({ state: "crashed", exitCode: 3 }) },
      "error",
      "Crashed: exit code 3",
    ],
    [
      "it was killed",
      { status: status({ state: "crashed", signal: "SIGKILL" }) },
      "error",
      "Crashed: ended by SIGKILL",
    ],
    ["it does not answer", { state: failed("BACKEND_UNREACHABLE") }, "error", "Does not answer"],
    ["it refuses", { state: failed("AUTH_REJECTED") }, "error", "Refuses the credentials"],
    ["a profile cannot be used", { state: failed("CONFIG_SECRET_INLINE") }, "error", "Cannot be used"],
  ] as const)("if %s", (_case, known, tone, text) => {
    expect(healthOf(known)).toMatchObject({ tone, text });
  });

  it("is the operation that runs on it", () => {
    const operation: Operation = {
      id: "1",
      seq: 1,
      kind: "backend.start",
      target: { kind: "backend", name: "studio" },
      title: "Start studio",
      owner: "me",
      startedAtMs: 0,
      state: "running",
    };
    expect(healthOf({ state, status: status({ state: "stopped" }, { operation }) })).toEqual({
      tone: "warning",
      text: "Start studio",
    });
  });

  it("has the reason in the words of the page, and where to mend it", () => {
    expect(healthOf({ state: failed("AUTH_REQUIRED") })).toMatchObject({
      text: "Asks for credentials",
      remedy: "profile",
      more: "The server asks who you are, and no profile is chosen for it.",
    });
    expect(healthOf({ state: failed("BACKEND_UNREACHABLE") }).remedy).toBe("address");
    expect(healthOf({ state: failed("BACKEND_ODD") })).toMatchObject({ more: "It failed." });
  });

  it("has the queue", () => {
    const prompts = (["queued", "running", "queued", "succeeded"] as const).map((one, index) => ({
      promptId: String(index),
      state: one,
    }));
    expect(queueText(prompts)).toBe("1 running, 2 waiting");
    expect(queueText([])).toBe(undefined);
    expect(healthOf({ state, prompts }).text).toBe("1 running, 2 waiting");
  });
});
