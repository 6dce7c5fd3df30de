// Each rule of backends catches the backend that breaks it, and no other rule does.

import { fault, type Backend, type InputFile, type OutputFile } from "@pictor/kernel";
import { expect, it } from "vitest";
import { pluginContract } from "../plugin-contract.js";
import { paintPlugin, type Breaking } from "./testing/paint-backend.js";

/** What did not pass, with its reason. The rule about closing counts timers of the process, so it runs alone. */
async function findingsOf(breaking?: Breaking): Promise<Readonly<Record<string, string>>> {
  const checks = pluginContract(paintPlugin(breaking), breaking === undefined ? {} : { patienceMs: 12_000 });
  const outcome = async ({ id, run }: (typeof checks)[number]) => {
    const ending = await run().catch((error: unknown) => (error as Error).message);
    if (ending === undefined) return [];
    return [[id, typeof ending === "string" ? ending : ending.notChecked] as const];
  };
  const alone = checks.filter(({ id }) => id === "backend-close" || id === "disposal");
  const found = await Promise.all(checks.filter((check) => !alone.includes(check)).map(outcome));
  for (const check of alone) found.push(await outcome(check));
  const { "backend-choices": _, ...rest } = Object.fromEntries(found.flat());
  return rest;
}

const file: OutputFile = {
  node: "2",
  filename: "stray.png",
  subfolder: "",
  area: "output",
  mime: "image/png",
  address: "",
};
const ended = (state: Awaited<ReturnType<Backend["state"]>>) =>
  state.state === "queued" || state.state === "running";

/** The rule, what is broken, how, and the sentence. */
const rows: readonly (readonly [rule: string, what: string, breaking: Breaking, text: RegExp])[] = [
  [
    "run",
    "a file can be read once",
    (backend) => {
      const read = new Set<string>();
      return {
        async *fetchOutput(wanted, options) {
          if (read.has(wanted.filename)) return;
          read.add(wanted.filename);
          yield* backend.fetchOutput(wanted, options);
        },
      };
    },
    /gave \d+ bytes, and then 0 other ones; each call must read the whole file$/,
  ],
  [
    "parallel",
    "two prompts have one file name",
    (_backend, parts) => {
      const { stateOf } = parts;
      parts.stateOf = (painting) => {
        const state = stateOf(painting);
        if (!("outputs" in state)) return state;
        return { ...state, outputs: state.outputs.map((one) => ({ ...one, filename: "image.png" })) };
      };
      return {};
    },
    /two prompts list the same file image\.png; put something of the prompt into its name/,
  ],
  [
    "events",
    "the record comes from the events",
    (backend, parts) => {
      const known = new Set<string>();
      const { emit } = parts;
      parts.emit = (event) => {
        if (event.type === "ended" && parts.listeners.size > 0) known.add(event.promptId);
        emit(event);
      };
      return {
        async state(id, options) {
          const state = await backend.state(id, options);
          return state.state !== "succeeded" || known.has(id) || parts.listeners.size > 0
            ? state
            : { state: "running" };
        },
      };
    },
    /without a listener of events, state\(\) never became final; the last reading was "running"/,
  ],
  [
    "events",
    "an event names another file",
    (_backend, parts) => {
      const { emit } = parts;
      parts.emit = (event) => emit(event.type === "output" ? { ...event, files: [file] } : event);
      return {};
    },
    /an event names the file 2\/output\/\/stray\.png, which state\(\) does not list/,
  ],
  [
    "cancel",
    "whatever runs is interrupted",
    (backend, parts) => ({
      async cancel(id, options) {
        const all = await parts.call<readonly { id: string; state: string }[]>("list", null, options);
        const running = all.find(({ state }) => state === "running");
        if (running !== undefined && all.some((one) => one.id === id && ended(one as never)))
          await parts.call("cancel", running.id);
        return backend.cancel(id, options);
      },
    }),
    /cancel\(\) of a prompt ended another one, which is now "interrupted"; look at what runs first/,
  ],
  [
    "lost",
    "the record is a memory",
    (backend) => {
      const seen = new Set<string>();
      return {
        async state(id, options) {
          const state = await backend.state(id, options);
          if (state.state === "running") seen.add(id);
          return state.state === "unknown" && seen.has(id) ? { state: "running" } : state;
        },
      };
    },
    /has lost the prompt, and state\(\) still says "running"; ask the server, and answer "unknown"/,
  ],
  [
    "unknown",
    "a prompt that is not there is an error",
    (backend, { url }) => ({
      async fetchSubmission(id, options) {
        const found = await backend.fetchSubmission(id, options);
        if (found !== undefined) return found;
        throw fault("BACKEND_REPLY", { method: "GET", url, found: "status 404", expected: "status 200" });
      },
    }),
    /^fetchSubmission\(\) of a prompt that was never submitted rejects instead of answering undefined: /,
  ],
  [
    "upload",
    "a name is taken as it is",
    (backend) => ({
      upload: async (given: InputFile, options) => {
        await backend.upload(given, options);
        return given.name;
      },
    }),
    /two files with different contents the name "contract\.png", so the second has overwritten the first/,
  ],
  [
    "catalog",
    "the classes depend on the call",
    (backend) => ({
      async catalog(options) {
        const all = await backend.catalog(options);
        return options?.classes === undefined ? all : new Map();
      },
    }),
    /^catalog\(\{ classes: \["EmptyImage"\] \}\) describes the class in another way/,
  ],
  [
    "record",
    "the list has no records",
    (backend) => ({
      prompts: async (options) => (await backend.prompts(options)).map(({ record: _, ...rest }) => rest),
    }),
    /^prompts\(\) has the record null instead of the one that was submitted, \{"contract":"rule"/,
  ],
  [
    "cut",
    "the events end at the first failure",
    (_backend, parts) => {
      parts.isFragile = true;
      return {};
    },
    /no event arrives any more after the connections were cut; connect again/,
  ],
  [
    "unreachable",
    "a server that is gone is a failure",
    (backend) => ({
      state: (id, options) =>
        backend.state(id, options).catch((error: unknown) => {
          if (options?.signal?.aborted === true) throw error;
          throw fault("BACKEND_FILE_GONE", { filename: "record", status: 404 });
        }),
    }),
    /^state\(\) rejects with BACKEND_FILE_GONE .* while the server is gone; with BACKEND_UNREACHABLE a job waits/,
  ],
  [
    "signal",
    "a signal is ignored",
    (backend) => ({ prompts: ({ signal: _, ...options } = {}) => backend.prompts(options) }),
    /^prompts\(\), after its signal was aborted, did not settle$/,
  ],
  [
    "close",
    "the timer goes on",
    (backend) => ({ ...backend, close: () => Promise.resolve() }),
    /^close\(\) leaves 1 timer of the clock$/,
  ],
];

it("a backend that keeps all rules passes them", async () => {
  expect(await findingsOf()).toEqual({});
});

it.each(rows)("%s: %s", async (rule, _what, breaking, text) => {
  expect(await findingsOf(breaking)).toEqual({ [`backend-${rule}`]: expect.stringMatching(text) });
});

it("there is a row for each rule", () => {
  const ids = pluginContract(paintPlugin()).flatMap(({ id }) =>
    id.startsWith("backend-") && id !== "backend-choices" ? [id] : [],
  );
  expect(new Set(rows.map(([rule]) => `backend-${rule}`))).toEqual(new Set(ids));
});
