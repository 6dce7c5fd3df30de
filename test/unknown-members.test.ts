// A program in plain JavaScript that misspells an option or a member of a request is told so, in place of losing it.

import { createPictor, loadPictorConfiguration, type Pictor } from "@pictor/host";
import { createServer } from "@pictor/server";
import { createTestPictor } from "@pictor/host/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let pictor: Pictor;
let dispose: () => Promise<void>;
beforeAll(async () => ({ pictor, dispose } = await createTestPictor({ plugins: ["plugins/auth-basic"] })));
afterAll(() => dispose());

/** Calls as a program without types makes them. */
type Call = (given: never) => unknown;
const url = "http://127.0.0.1:1/";
const handlers = { message: () => undefined, close: () => undefined };

it.each<[string, () => Call, object, string]>([
  ["createPictor", () => createPictor, { cofig: {} }, "the options of createPictor"],
  [
    "loadPictorConfiguration",
    () => loadPictorConfiguration,
    { directry: "." },
    "the options of loadPictorConfiguration",
  ],
  [
    "createServer",
    () => createServer,
    { createPictor: () => undefined, hostnme: "::1" },
    "the options of createServer",
  ],
  ["build", () => pictor.build, { workflow: "w", parms: {} }, "the request"],
  ["check", () => pictor.check, { workflow: "w", parms: {} }, "the request"],
  ["submit", () => pictor.submit, { workflow: "w", parms: {} }, "the request"],
  ["submit, for what only generate does", () => pictor.submit, { workflow: "w", retry: {} }, "the request"],
  ["validate", () => pictor.validate, { graph: {}, backnd: "b" }, "the request"],
  ["send", () => pictor.send, { url, hedaers: {} }, "the request"],
  ["send, in its options", () => (options) => pictor.send({ url }, options), { timeout: 1 }, "the options"],
  ["connect", () => (request) => pictor.connect(request, handlers), { url, method: "GET" }, "the request"],
  [
    "an action of a profile",
    () => (options) => pictor.profiles.draft.run({ auth: { type: "basic" } }, "test", options),
    { inptu: "x" },
    "the options of the action",
  ],
])("%s", async (_name, call, given, where) => {
  const [unknown = ""] = Object.keys(given).slice(-1);
  await expect(async () => call()(given as never)).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
    message: expect.stringMatching(
      new RegExp(`^${where}.*expected no members but .*found an object with the unknown member "${unknown}"`),
    ) as string,
  });
});

it("a draft of build can be validated as it is, and generate and attach end with the error", async () => {
  const request = { workflow: "w", features: [{ id: "f", params: {} }] } as never;
  for (const { result } of [pictor.generate(request), pictor.attach({ promptId: "p", bacth: 1 } as never)])
    await expect(result).resolves.toMatchObject({ status: "failed", error: { code: "SETTINGS_INVALID" } });
  await expect(pictor.validate({ anchors: {}, prompts: {}, graph: {} } as never)).rejects.not.toMatchObject({
    code: "SETTINGS_INVALID",
  });
});
