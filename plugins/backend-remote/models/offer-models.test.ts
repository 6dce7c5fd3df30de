// Missing model files: which are offered, what the server is asked, and how a download ends.

import { createFakeClock } from "@pictor/host/testing";
import type {
  BatchPlan,
  Catalog,
  DirectFacet,
  DirectRequest,
  GateContext,
  ModelFile,
  Problem,
  Question,
  Reply,
} from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { offerModels } from "./offer-models.js";

const model = (name: string, folder = "checkpoints"): ModelFile => ({
  name,
  folder,
  url: `https://models.example/${name}`,
});
const catalogWith = (...options: readonly string[]): Catalog =>
  new Map([
    [
      "Loader",
      {
        name: "Loader",
        isOutput: false,
        outputs: [],
        inputs: [
          { name: "file", type: "COMBO", required: true, options },
          { name: "text", type: "STRING", required: true },
        ],
      },
    ],
  ]);

type Answer = readonly [status: number, body?: unknown];

interface Scene {
  readonly models?: readonly ModelFile[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  /** What the server answers to a look for a task that nobody has. */
  readonly probe?: Answer;
  readonly begun?: Answer;
  /** The looks at the task, in turn. */
  readonly looks?: readonly Answer[];
  readonly answer?: string;
  /** Aborts the job at the first look. */
  readonly isAborted?: boolean;
}

const unknownTask: Answer = [
  404,
  { error: { code: "TASK_NOT_FOUND", message: "No such task.", details: {} } },
];
const state = (status: string, more: object = {}): Answer => [200, { id: "t/1", status, ...more }];

async function run(scene: Scene = {}) {
  const { models = [model("a.safetensors")], probe = unknownTask, begun = [202, { task_id: "t/1" }] } = scene;
  const looks = [...(scene.looks ?? [state("running"), state("completed")])];
  const clock = createFakeClock();
  const controller = new AbortController();
  const sent: string[] = [];
  const asked: Question[] = [];
  const problems: Problem[] = [];
  const progress: string[] = [];
  let changes = 0;
  const answerTo = ({ method = "GET", path }: DirectRequest): Answer => {
    if (method === "POST") return begun;
    if (method === "DELETE") return [200, { status: "cancelling" }];
    if (path !== "/api/tasks/t%2F1") return probe;
    if (scene.isAborted === true) controller.abort(new Error("stopped"));
    return looks.shift() ?? state("completed");
  };
  const direct: DirectFacet = {
    send(request, options) {
      options?.signal?.throwIfAborted();
      const body = typeof request.body === "string" ? ` ${request.body}` : "";
      sent.push(`${request.method ?? "GET"} ${request.path.replace(/[\da-f-]{36}/, "UUID")}${body}`);
      const [status, value = ""] = answerTo(request);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return Promise.resolve({ status, text: () => Promise.resolve(text) } as Reply);
    },
    connect: () => Promise.reject(new Error("unused")),
  };
  const inputs =
    scene.inputs ?? Object.fromEntries(models.map(({ name }, index) => [`file${index || ""}`, name]));
  const context = {
    signal: controller.signal,
    report: (problem: Problem) => problems.push(problem),
    backend: { facets: { direct }, catalog: () => Promise.resolve(catalogWith(...(scene.options ?? ["z"]))) },
    info: { name: "studio" },
    interaction: {
      ask: (question: Question) => {
        asked.push(question);
        return Promise.resolve(scene.answer ?? "download");
      },
      progress: (text: string) => progress.push(text),
    },
    changed: () => changes++,
  } as unknown as GateContext;
  const draft = { graph: { "1": { class_type: "Loader", inputs } }, models };
  const plan = { workflow: "custom", drafts: [draft] } as unknown as BatchPlan;
  const ending = offerModels(plan, context, clock).catch((error: unknown) => error);
  for (let turn = 0; turn < 5; turn++) await clock.advance(1_000);
  return { ending: await ending, sent, asked, problems, progress, changes };
}

it("a missing file is downloaded by the server, and its classes are read again", async () => {
  const { ending, sent, asked, changes, progress } = await run();
  expect(ending).toBeUndefined();
  expect(asked).toMatchObject([
    { safeChoice: "go-on", title: expect.stringContaining("a model file") as string },
  ]);
  expect(asked[0]?.detail?.[0]).toBe("checkpoints/a.safetensors from https://models.example/a.safetensors");
  const body = {
    source_url: "https://models.example/a.safetensors",
    filename: "a.safetensors",
    tags: ["models", "model_type:checkpoints"],
  };
  expect(sent).toEqual([
    "GET /api/tasks/UUID",
    `POST /api/assets/download ${JSON.stringify(body)}`,
    "GET /api/tasks/t%2F1",
    "GET /api/tasks/t%2F1",
  ]);
  expect([changes, progress.length]).toEqual([1, 2]);
  expect(progress[0]).toBe("Downloading checkpoints/a.safetensors from models.example on studio");
});

describe("nothing is asked", () => {
  it.each<[string, Scene, number]>([
    ["for a file that the server has", { options: ["a.safetensors"] }, 0],
    [
      "for a file that a server on Windows has",
      { models: [model("b/a.safetensors")], options: ["b\\a.safetensors"] },
      0,
    ],
    ["for a name in a text", { inputs: { text: "a.safetensors" } }, 0],
    ["on a server that downloads nothing", { probe: [404, "404: Not Found"] }, 1],
    ["on a server without its downloader", { probe: [503, { error: { code: "DEPENDENCY_MISSING" } }] }, 1],
  ])("%s", async (_what, scene, requests) => {
    const { ending, asked, sent, changes } = await run(scene);
    expect([ending, asked, sent.length, changes]).toEqual([undefined, [], requests, 0]);
  });

  it("about a file that can hold code, which a note names", async () => {
    const { ending, asked, problems } = await run({ models: [model("a.ckpt")] });
    expect([ending, asked]).toEqual([undefined, []]);
    const hint = /can contain code.* at https:\/\/models\.example\/a\.ckpt .* folder checkpoints/;
    expect(problems).toMatchObject([{ code: "MODEL_MISSING", hint: expect.stringMatching(hint) as string }]);
  });
});

it("who declines goes on without the file", async () => {
  const { ending, sent, changes, problems } = await run({ answer: "go-on" });
  expect([ending, sent.length, changes]).toEqual([undefined, 1, 0]);
  expect(problems).toMatchObject([
    { code: "MODEL_MISSING", hint: expect.stringContaining("--yes") as string },
  ]);
});

describe("a download that fails is a veto with the server's words", () => {
  it.each<[string, Scene, string]>([
    ["refused", { begun: [409, { error: { code: "x", message: "It runs\nalready." } }] }, "It runs already"],
    ["without words", { begun: [502, "<html>"] }, "the server answered with status 502"],
    ["failed", { looks: [state("failed", { error_message: "disk full." })] }, "disk full"],
    ["cancelled", { looks: [state("cancelled")] }, "it was cancelled on the server"],
    ["forgotten", { looks: [unknownTask] }, "No such task"],
    ["a long one", { begun: [400, { error: "🦊".repeat(200) }] }, `${"🦊".repeat(148)}...`],
  ])("%s", async (_what, scene, reason) => {
    const { ending, changes } = await run(scene);
    expect(ending).toMatchObject({
      kind: "veto",
      code: "MODEL_DOWNLOAD_FAILED",
      message: `The server of studio did not download checkpoints/a.safetensors: ${reason}.`,
    });
    expect(changes).toBe(0);
  });
});

it("a job that is stopped cancels the download", async () => {
  const { ending, sent } = await run({ isAborted: true });
  expect(ending).toMatchObject({ message: "stopped" });
  expect(sent.at(-1)).toBe("DELETE /api/tasks/t%2F1");
});
