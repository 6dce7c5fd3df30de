// Submitting graphs: refusals with the bodies of real servers, and accepted graphs.
import { afterAll, describe, expect, it } from "vitest";
import { txt2img, type TestGraph } from "../testing/wire.js";
import { startServer } from "../testing/start.js";

const server = await startServer();
afterAll(() => server.close());

const get = (route: string): Promise<Response> => fetch(server.url + route);
const post = (route: string, body: unknown): Promise<Response> =>
  fetch(server.url + route, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

describe("POST /prompt refuses", () => {
  const changed = (change: (graph: TestGraph) => void): TestGraph => {
    const graph = txt2img();
    change(graph);
    return graph;
  };
  const set = (id: string, inputs: Record<string, unknown>): TestGraph =>
    changed((graph) => Object.assign(graph[id]?.inputs ?? {}, inputs));
  const refused = async (prompt: unknown): Promise<Record<string, unknown>> => {
    const response = await post("prompt", { prompt });
    expect(response.status).toBe(400);
    return (await response.json()) as Record<string, unknown>;
  };
  const errorOf = async (prompt: unknown, id: string): Promise<unknown> =>
    (((await refused(prompt))["node_errors"] as Record<string, { errors: unknown[] }>)[id]?.errors ?? [])[0];

  it("an unknown class", async () => {
    const body = await refused(
      changed((graph) => Object.assign(graph["3"] ?? {}, { class_type: "NoSuchSampler" })),
    );
    expect(body).toEqual({
      error: {
        type: "invalid_prompt",
        message: "Cannot execute because node NoSuchSampler does not exist.",
        details: "Node ID '#3'",
        extra_info: {},
      },
      node_errors: {},
    });
  });

  it("an unknown checkpoint, with the whole body of a real server", async () => {
    const choices = [
      "simulated-landscape.safetensors",
      "simulated-abstract.safetensors",
      "simulated-ink.safetensors",
    ];
    const listed = `['${choices.join("', '")}']`;
    expect(await refused(set("4", { ckpt_name: "nope.safetensors" }))).toEqual({
      error: {
        type: "prompt_outputs_failed_validation",
        message: "Prompt outputs failed validation",
        details: "",
        extra_info: {},
      },
      node_errors: {
        "4": {
          errors: [
            {
              type: "value_not_in_list",
              message: "Value not in list",
              details: `ckpt_name: 'nope.safetensors' not in ${listed}`,
              extra_info: {
                input_name: "ckpt_name",
                input_config: [choices, {}],
                received_value: "nope.safetensors",
              },
            },
          ],
          dependent_outputs: ["9"],
          class_type: "CheckpointLoaderSimple",
        },
      },
    });
  });

  it.each([
    [
      "a sampler that is not in the long list",
      "3",
      { sampler_name: "nope" },
      "sampler_name: 'nope' not in (list of length 44)",
    ],
    ["too few steps", "3", { steps: 0 }, "steps"],
    [
      "a word for a number",
      "3",
      { steps: "many" },
      "steps, many, invalid literal for int() with base 10: 'many'",
    ],
    ["a link of the wrong length", "8", { samples: ["3"] }, "samples"],
    [
      "a link of the wrong type",
      "8",
      { samples: ["4", 0] },
      "samples, received_type(MODEL) mismatch input_type(LATENT)",
    ],
    ["a link to nowhere", "8", { samples: ["99", 0] }, "'99'"],
    ["a link to a slot out of range", "8", { samples: ["3", 5] }, "tuple index out of range"],
    ["a numeric node id in a link", "8", { samples: [3, 0] }, "3"],
  ])("%s", async (_title, id, inputs, details) => {
    expect(await errorOf(set(id, inputs), id)).toMatchObject({ details });
  });

  it("a value out of range, with the text of a real server", async () => {
    expect(await errorOf(set("3", { cfg: 101 }), "3")).toMatchObject({
      type: "value_bigger_than_max",
      message: "Value 101.0 bigger than max of 100.0",
      extra_info: { input_name: "cfg", received_value: 101 },
    });
  });

  it("a seed of 2^64, and accepts 2^64 - 1 without losing a digit", async () => {
    const text = (seed: string): string =>
      JSON.stringify({ prompt: txt2img({ seed: 777 }) }).replace("777", seed);
    const tooBig = await post("prompt", text("18446744073709551616"));
    expect([tooBig.status, await tooBig.text()]).toEqual([
      400,
      expect.stringContaining("than max of 18446744073709551615"),
    ]);
    const largest = await post("prompt", text("18446744073709551615"));
    const { prompt_id } = (await largest.json()) as { prompt_id: string };
    const listed = (): Promise<string> =>
      Promise.all([get("queue"), get(`history/${prompt_id}`)])
        .then((replies) => Promise.all(replies.map((reply) => reply.text())))
        .then((texts) => texts.join());
    expect(await listed()).toContain('"seed":18446744073709551615,');
  });

  it("a missing input of the output node, which the error of the prompt repeats", async () => {
    const body = await refused(changed((graph) => delete graph["9"]?.inputs["images"]));
    expect(body["error"]).toMatchObject({ details: "Required input is missing: images" });
  });

  it("a cycle, without an explanation", async () => {
    const body = await refused(set("5", { width: ["8", 0] }));
    expect(body["node_errors"]).toMatchObject({ "5": { errors: [{ type: "return_type_mismatch" }] } });
    const circle = { "1": { class_type: "RepeatLatentBatch", inputs: { samples: ["1", 0], amount: 1 } } };
    const graph: TestGraph = { ...txt2img(), ...circle };
    Object.assign(graph["8"]?.inputs ?? {}, { samples: ["1", 0] });
    expect(await refused(graph)).toMatchObject({ error: { details: "" }, node_errors: {} });
  });

  it("a graph without outputs, and a body without a prompt", async () => {
    expect(await refused({})).toMatchObject({ error: { type: "prompt_no_outputs" } });
    const none = await post("prompt", {});
    expect([none.status, await none.json()]).toMatchObject([400, { error: { type: "no_prompt" } }]);
  });

  it.each([
    ["malformed JSON", '{"prompt": {'],
    ["an empty body", ""],
    ["a list for a graph", { prompt: ["1"] }],
    ["a graph with a value that is not a node", { prompt: { nodes: 3 } }],
    ["extra_data null", { prompt: txt2img(), extra_data: null }],
    ["a word for the number", { prompt: txt2img(), number: "first" }],
  ])("%s, as an internal error", async (_title, body) => {
    const response = await post("prompt", body);
    expect([response.status, await response.text()]).toEqual([
      500,
      "500 Internal Server Error\n\nServer got itself in trouble",
    ]);
  });
});

describe("POST /prompt accepts", () => {
  it("a graph with one invalid branch, and reports that branch", async () => {
    const graph = { ...txt2img(), "10": { class_type: "SaveImage", inputs: { images: ["8", 0] } } };
    const response = await post("prompt", { prompt: graph });
    const body = (await response.json()) as { node_errors: object };
    expect(response.status).toBe(200);
    expect(body.node_errors).toMatchObject({ "10": { dependent_outputs: ["10"], class_type: "SaveImage" } });
  });

  it("convertible values, a prompt id and a number from the client", async () => {
    const graph = txt2img();
    Object.assign(graph["3"]?.inputs ?? {}, { steps: "2", cfg: "7" });
    const response = await post("prompt", { prompt: graph, prompt_id: "my-own", number: 5 });
    expect(await response.json()).toEqual({ prompt_id: "my-own", number: 5, node_errors: {} });
  });

  it("NaN as number, and writes it bare", async () => {
    const text = JSON.stringify({ prompt: txt2img(), prompt_id: "not-a-number" }).replace(
      '"cfg":7',
      '"cfg":NaN',
    );
    expect((await post("prompt", text)).status).toBe(200);
    const listed = () =>
      Promise.all([get("queue"), get("history/not-a-number")].map(async (it) => (await it).text()));
    expect((await listed()).join()).toContain('"cfg":NaN,');
  });

  it.each<[string, unknown, string]>([
    ["null", null, "None"],
    ["an integer", 42, "42"],
    ["an empty text", "", ""],
    ["free text", "my job 1", "my job 1"],
  ])("%s as a prompt id", async (_title, prompt_id, expected) => {
    const reply = await post("prompt", { prompt: txt2img(), prompt_id });
    expect(await reply.json()).toMatchObject({ prompt_id: expected });
  });

  it("refused prompts into the counter; front negates it, and a number from the client is a float", async () => {
    const numberOf = async (more: object, prompt: unknown = txt2img()): Promise<string> =>
      /"number":([^,]*)/.exec(await (await post("prompt", { prompt, ...more })).text())?.[1] ?? "none";
    const first = Number(await numberOf({}));
    expect(await numberOf({}, {})).toBe("none");
    expect(await numberOf({ front: true })).toBe(String(-first - 2));
    expect(await numberOf({ number: 5 })).toBe("5.0");
    expect(await numberOf({ number: "0.5" })).toBe("0.5");
    expect(await numberOf({})).toBe(String(first + 3));
  });

  it("extra data, but hides credentials of paid services from queue and history", async () => {
    const extra_data = { api_key_comfy_org: "key-1", auth_token_comfy_org: "token-1", note: "kept" };
    await post("prompt", { prompt: txt2img(), prompt_id: "paid", extra_data });
    const shown = (await (await get("queue")).text()) + (await (await get("history/paid")).text());
    expect(shown).toContain('"note":"kept"');
    expect(shown).not.toMatch(/key-1|token-1/);
  });
});
