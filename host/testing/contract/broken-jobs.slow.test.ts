// Each rule of gates, output steps and observers catches the plugin that breaks it, and no other rule does.

import type { AfterOutput, BeforeFirstBatch, Handler, OnEvent, Plugin } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { failuresOf } from "./failures.test.support.js";
import { manifestOf } from "../manifest-of.js";
import type { ContractSource } from "./rule.js";

const kinds = { beforeFirstBatch: "gate", onEvent: "output", afterOutput: "output" } as const;

/** A plugin with one handler. What it returns may be wrong, which is the matter of the test. */
function pluginOf(hook: keyof typeof kinds, handle: unknown, more: object = {}): ContractSource {
  const kind = kinds[hook];
  const id = kind === "gate" ? "broken-checker" : "output-broken";
  const taps = [{ hook, handler: "handle" }];
  const plugin: Plugin = () => ({ handlers: { handle: handle as Handler } });
  return { manifest: manifestOf(id, kind, { taps, ...more }), plugin };
}

const question = {
  title: "Generate?",
  choices: [
    { id: "yes", text: "Yes" },
    { id: "no", text: "No" },
  ],
  safeChoice: "no",
};
const veto = { kind: "veto", code: "NO", message: "Not now." } as const;

describe("a gate", () => {
  const asks: BeforeFirstBatch = async (_plan, { interaction }) =>
    (await interaction.ask(question)) === "yes" ? undefined : veto;

  /** A gate that is wrong for every generation is so for one that is only checked. */
  const both = ["gate-decides", "gate-check"];

  it("that decides passes every rule", async () => {
    expect(await failuresOf(pluginOf("beforeFirstBatch", asks))).toEqual({});
  });

  it.each<[what: string, rules: readonly string[], handle: unknown, text: RegExp]>([
    [
      "returns true",
      both,
      () => true,
      /^the handler handle, where nobody can be asked, fails the generation: .*expected nothing, or a veto/,
    ],
    [
      "returns a veto without a code after one answer",
      ["gate-decides"],
      async (plan: never, context: never) =>
        (await asks(plan, context)) === undefined ? { kind: "veto", message: "No." } : veto,
      /^the handler handle, after the answer "yes", fails the generation: .*"code" is nothing; expected a string/,
    ],
    [
      "never ends",
      both,
      () => new Promise(() => undefined),
      /^the handler handle, where nobody can be asked, fails the generation: /,
    ],
    [
      "needs the folder of the outputs",
      ["gate-check"],
      ({ directory }: Parameters<BeforeFirstBatch>[0]) => (directory!.length < 0 ? veto : undefined),
      /^the handler handle, for a generation that is only checked and has no folder, fails the generation: /,
    ],
  ])("that %s", async (what, rules, handle, text) => {
    const options = what === "never ends" ? { patienceMs: 500 } : {};
    const failures = await failuresOf(pluginOf("beforeFirstBatch", handle), options);
    expect(Object.keys(failures)).toEqual(rules);
    expect(failures[rules[0] ?? ""]).toMatch(text);
  });
});

describe("an output step", () => {
  const keeps: AfterOutput = async (output) => {
    for await (const chunk of output.open()) if (chunk.length < 0) throw new Error("never");
    return { ...output, metadata: { note: "a" } };
  };
  const opening = (open: () => AsyncIterable<Uint8Array>) => (output: object) => ({ ...output, open });
  async function* texts(...parts: readonly string[]) {
    for (const part of parts) yield await Promise.resolve(Buffer.from(part));
  }

  it("that keeps the output passes every rule", async () => {
    expect(await failuresOf(pluginOf("afterOutput", keeps))).toEqual({});
  });

  const once = texts("\x89PNG\r\n\x1a\n");
  it.each<[what: string, rule: string, handle: unknown, text: RegExp]>([
    ["throws", "output-value", () => JSON.parse("{") as unknown, /^the handler handle is left out: .*JSON/],
    [
      "empties the bytes",
      "output-bytes",
      opening(() => texts()),
      /^after the handler handle the output has no/,
    ],
    [
      "returns bytes that can be read once",
      "output-bytes",
      opening(() => once),
      /has no bytes, at the latest when it is opened again; open\(\) begins anew each time$/,
    ],
    [
      "says another type than that of its bytes",
      "output-bytes",
      (output: object) => ({ ...output, mime: "image/webp" }),
      /says that it is image\/webp, and its bytes are image\/png; set mime to what the bytes are$/,
    ],
  ])("that %s", async (_what, rule, handle, text) => {
    expect(await failuresOf(pluginOf("afterOutput", handle))).toEqual({
      [rule]: expect.stringMatching(text),
    });
  });
});

describe("an observer", () => {
  const timers = new Set<NodeJS.Timeout>();
  const counts: OnEvent = (event) => {
    if (event.type === "error" && event.error.message === "") throw new Error("never");
    return undefined;
  };

  it("that takes all events passes every rule", async () => {
    expect(await failuresOf(pluginOf("onEvent", counts))).toEqual({});
  });

  it.each<[what: string, rule: string, handle: unknown, text: RegExp]>([
    [
      "is async",
      "observer-events",
      async () => Promise.resolve(),
      /^the handler handle is left out: .*promise/i,
    ],
    [
      "breaks with an error alone",
      "observer-events",
      (event: { type: string; error?: { missing: string[] } }) =>
        event.type === "error" && event.error!.missing.length,
      /^the handler handle is left out: /,
    ],
    [
      "leaves a timer",
      "disposal",
      () => {
        timers.add(setInterval(() => undefined, 60_000));
      },
      /^after disposal these resources are still active: Timeout/,
    ],
  ])("that %s", async (_what, rule, handle, text) => {
    const failures = await failuresOf(pluginOf("onEvent", handle));
    for (const timer of timers) clearInterval(timer);
    expect(failures).toEqual({ [rule]: expect.stringMatching(text) });
  });
});

describe("a plugin with required config", () => {
  const config = {
    type: "object",
    required: ["url", "zone"],
    properties: { url: { type: "string", format: "uri" }, zone: { type: "string" } },
  };
  const using = (samples?: object): ContractSource => {
    const source = pluginOf("onEvent", () => undefined, { config });
    if (typeof source === "string") throw new Error("never");
    const plugin: Plugin = (context) => {
      const { zone } = context.config as { readonly zone: string };
      new Intl.DateTimeFormat("en", { timeZone: zone }).format(0);
      return { handlers: { handle: () => undefined } };
    };
    return { ...source, plugin, ...(samples !== undefined && { samples }) };
  };

  it("has a guess for each value, and a failure says so", async () => {
    const { surface } = await failuresOf(using());
    expect(surface).toMatch(
      /Invalid time zone specified: contract[^]*The values of config\.url, zone were guessed; give real ones with --set, or in contract\.js: export default \{ config: \{ \.\.\. \} \}$/,
    );
  });

  it("takes the values of contract.js, and before them those of the caller", async () => {
    const utc = { config: { zone: "UTC" } };
    expect(await failuresOf(using(utc))).toEqual({});
    expect(await failuresOf(using(), { samples: utc })).toEqual({});
    expect(await failuresOf(using(utc), { config: { zone: "nowhere" } })).toHaveProperty("surface");
  });
});
