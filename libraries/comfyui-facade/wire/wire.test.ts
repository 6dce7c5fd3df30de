// What the facade reads from requests of ComfyUI's clients and writes for them, without a server.

import { outputFile } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import type { OutputFile } from "@pictor/kernel/plugin";
import { targetOf } from "../http/target.js";
import { fileAt, isOutside, locationOf } from "./file-location.js";
import { originOf, promptOf, recordOf, shownExtra, type Prompt } from "./prompt.js";
import { readPrompt } from "./read-prompt.js";
import { systemStatsOf } from "./system.js";
import { uiOutputsOf } from "./ui-outputs.js";

const fileOf = (more: Partial<OutputFile>): OutputFile => outputFile(more);

describe("the path of a request", () => {
  it.each([
    ["/prompt", ["prompt"]],
    ["/api/prompt", ["prompt"]],
    ["/prompt/api", ["prompt", "api"]],
    ["/view/a%2Fb%20c", ["view", "a/b c"]],
    ["/", [""]],
    ["/...", ["..."]],
  ])("%s", (path, segments) => {
    expect(targetOf(path)?.segments).toEqual(segments);
  });

  it.each(["", "prompt", "x/prompt", "/a/..", "/../a", "/%2e%2e/a", "/./a", "/a%00", "/%"])(
    "%j is refused",
    (path) => {
      expect(targetOf(path)).toBeUndefined();
    },
  );

  it("has a query, in which a question mark is a letter", () => {
    expect([...(targetOf("/view?a=1?2&b=")?.query ?? [])]).toEqual([
      ["a", "1?2"],
      ["b", ""],
    ]);
    expect([...(targetOf("/view")?.query ?? ["none"])]).toEqual([]);
  });
});

describe("the place of a file", () => {
  it.each([
    [fileOf({}), ""],
    [fileOf({ subfolder: "today" }), "today"],
    [fileOf({ member: "one" }), "one"],
    [fileOf({ member: "one/two", subfolder: "a/b" }), "one%2Ftwo/a/b"],
    [fileOf({ member: ".." }), "%2E%2E"],
    [fileOf({ member: "..a" }), "..a"],
  ])("%#: names its member first, and is found again", (file, subfolder) => {
    const location = locationOf(file);
    expect(location).toEqual({ filename: "a.png", subfolder, type: "output" });
    const hasMembers = file.member !== undefined;
    expect(fileAt(location, hasMembers)).toMatchObject({ subfolder: file.subfolder, mime: "image/png" });
    expect(fileAt(location, hasMembers).member).toBe(file.member);
  });

  it.each([
    ["an input", { subfolder: "one/a", type: "input" }, true],
    ["of no folder", { subfolder: "", type: "output" }, true],
    ["of a folder that no member is written as", { subfolder: "%/a", type: "output" }, true],
    ["of a backend without members", { subfolder: "one/a", type: "output" }, false],
  ] as const)("%s is of no member", (_what, location, hasMembers) => {
    const found = fileAt({ filename: "a.png", ...location }, hasMembers);
    expect([found.member, found.subfolder]).toEqual([undefined, location.subfolder]);
  });

  it.each([
    ["", false],
    ["a/b c", false],
    ["..a/b..", false],
    ["/etc", true],
    ["\\etc", true],
    ["C:\\a", true],
    ["a/../b", true],
    ["a\\..", true],
    ["a\0", true],
  ])("%j leads out of its area: %s", (subfolder, isOut) => {
    expect(isOutside(subfolder)).toBe(isOut);
  });
});

describe("the body of a prompt", () => {
  const node = (inputs: object = {}) => ({ class_type: "A", inputs });
  const graph = {
    1: node(),
    2: node({ a: ["1", 0] }),
    3: node({ a: ["2", 0], b: ["gone", 0], c: ["1"] }),
    4: node(),
  };
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

  it("is read with its ids, its place in the queue and its extra data", () => {
    expect(readPrompt({ prompt: graph })).toEqual({ graph, extra: {} });
    const extra_data = { client_id: "of extra", a: 1 };
    expect(
      readPrompt({ prompt: graph, prompt_id: "p", client_id: "c".repeat(300), number: -1, extra_data }),
    ).toEqual({ graph, promptId: "p", clientId: "c".repeat(200), priority: "high", extra: { a: 1 } });
    expect(readPrompt({ prompt: graph, prompt_id: null, extra_data, front: true })).toMatchObject({
      clientId: "of extra",
      priority: "high",
    });
    for (const more of [{ number: 0 }, { number: 1 }, { number: "-1" }, { front: 1 }])
      expect(readPrompt({ prompt: graph, ...more })).not.toHaveProperty("priority");
  });

  it.each([
    [["3"], ["1", "2", "3"]],
    [
      ["2", "4"],
      ["1", "2", "4"],
    ],
    [["1", 7, "gone", "toString"], ["1"]],
  ])("the targets %j need %j", (partial_execution_targets, ids) => {
    const read = readPrompt({ prompt: graph, partial_execution_targets });
    expect(Object.keys("graph" in read ? read.graph : {})).toEqual(ids);
  });

  it("a graph with a circle has an end", () => {
    const circle = { 1: node({ a: ["2", 0] }), 2: node({ a: ["1", 0] }) };
    expect(readPrompt({ prompt: circle, partial_execution_targets: ["1"] })).toMatchObject({ graph: circle });
  });

  it.each([
    ["nothing", undefined, "no_prompt"],
    ["no prompt", {}, "no_prompt"],
    ["a graph that is a text", { prompt: "a" }, "invalid_prompt"],
    ["a node without a class", { prompt: { 1: { inputs: {} } } }, "invalid_prompt"],
    ["a node without inputs", { prompt: { 1: { class_type: "A" } } }, "invalid_prompt"],
    ["a node that is none", { prompt: { 1: 7 } }, "invalid_prompt"],
    ["deep values", { prompt: graph, extra_data: { a: nested(120) } }, "invalid_prompt"],
    ["an empty id", { prompt: graph, prompt_id: "" }, "invalid_prompt_id"],
    ["an id with a slash", { prompt: graph, prompt_id: "a/b" }, "invalid_prompt_id"],
    ["an id with a line end", { prompt: graph, prompt_id: "a\n" }, "invalid_prompt_id"],
    ["a long id", { prompt: graph, prompt_id: "a".repeat(201) }, "invalid_prompt_id"],
    ["a number as id", { prompt: graph, prompt_id: 7 }, "invalid_prompt_id"],
    ["extra data that is a list", { prompt: graph, extra_data: [] }, "invalid_extra_data"],
    ["an empty graph", { prompt: {} }, "prompt_no_outputs"],
    ["no target", { prompt: graph, partial_execution_targets: [] }, "prompt_no_outputs"],
  ])("with %s is refused", (_what, body, type) => {
    expect(readPrompt(body)).toMatchObject({ error: { type } });
  });
});

describe("the record of a prompt", () => {
  const prompt: Prompt = { promptId: "p", graph: {}, outputs: ["9"], createdAt: 5, extra: {} };
  const restored = (given: Prompt) => promptOf("p", { graph: {}, outputs: ["9"], record: recordOf(given) });

  it("tells another process whose it is, and keeps what a Pictor has sent", () => {
    expect(restored(prompt)).toEqual({ ...prompt, extra: { create_time: 5 } });
    const owned = { ...prompt, owner: "o", clientId: "c", extra: { pictor: { jobId: "j" }, other: 1 } };
    const extra = { client_id: "c", create_time: 5, pictor: { jobId: "j" } };
    expect(restored(owned)).toEqual({ ...owned, extra });
    expect(recordOf({ ...prompt, extra: { pictor: "no record" } })).toEqual(recordOf(prompt));
  });

  it("of another program tells nothing", () => {
    expect([originOf(undefined), originOf({}), originOf({ gateway: 7 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(promptOf("p", { graph: {}, outputs: [], record: { jobId: "j" } })).toBeUndefined();
    expect(originOf({ gateway: { owner: 7, clientId: 7, createdAt: "x" } })).toEqual({ createdAt: 0 });
  });
});

it("files and texts are listed by their nodes and kinds", () => {
  const files = [
    fileOf({ node: "9" }),
    fileOf({ node: "7", filename: "a.flac", mime: "audio/flac" }),
    fileOf({ node: "9", filename: "a.mp4", mime: "video/mp4" }),
    fileOf({ node: "7", filename: "a.glb", mime: "model/gltf-binary" }),
  ];
  const at = (filename: string) => ({ filename, subfolder: "", type: "output" });
  const outputs = uiOutputsOf(files, [{ node: "8", text: "hello" }]);
  expect([...outputs]).toEqual([
    ["9", { images: [at("a.png"), at("a.mp4")], animated: [true] }],
    ["7", { audio: [at("a.flac")], "3d": [at("a.glb")] }],
    ["8", { text: ["hello"] }],
  ]);
  expect([...uiOutputsOf([])]).toEqual([]);
});

it("devices have the type with which their names begin", () => {
  const devices = [{ name: "cuda:0 NVIDIA", totalBytes: 8, freeBytes: 4 }, { name: "0 nameless" }];
  expect(
    systemStatsOf({ version: "1.2.3", devices } as unknown as Parameters<typeof systemStatsOf>[0]),
  ).toMatchObject({
    system: { comfyui_version: "1.2.3", embedded_python: false },
    devices: [
      { type: "cuda", index: 0, vram_total: 8, vram_free: 4 },
      { type: "cpu", index: 1, vram_total: 0, vram_free: 0 },
    ],
  });
});

it.each([
  [{ a: 1, auth_token_comfy_org: "secret" }, { a: 1 }],
  [{ extra_pnginfo: { workflow: { id: "w" } } }, { extra_pnginfo: { workflow: { id: "w" } } }],
  [{ extra_pnginfo: {} }, { extra_pnginfo: {} }],
  [{ a: 1, extra_pnginfo: null }, { a: 1 }],
  [{ a: 1, extra_pnginfo: { workflow: [] } }, { a: 1 }],
])("of the extra data %j, clients are shown %j", (sent, shown) => {
  expect(shownExtra(sent)).toEqual(shown);
});
