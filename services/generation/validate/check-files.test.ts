// Files of the server's other folders, which the catalog does not list.

import { emptyDraft, fault, type Backend, type Catalog, type Graph, type OutputFile } from "@pictor/kernel";
import { expect, it } from "vitest";
import { checkFiles } from "./check-files.js";

const image = { name: "image", required: true, type: "COMBO", options: ["a.png"], lenient: true };
const catalog: Catalog = new Map(
  [
    { name: "Load", inputs: [{ ...image, upload: true }], outputs: ["IMAGE"], isOutput: false },
    { name: "LoadAny", inputs: [image], outputs: ["IMAGE"], isOutput: false },
    {
      name: "Save",
      inputs: [{ name: "images", required: true, type: "IMAGE" }],
      outputs: [],
      isOutput: true,
    },
  ].map((known) => [known.name, known]),
);

const graphOf = (value: string, classType = "Load"): Graph => ({
  load: { class_type: classType, inputs: { image: value } },
  unused: { class_type: "Load", inputs: { image: "unused.png [output]" } },
  save: { class_type: "Save", inputs: { images: ["load", 0] } },
});

/** A backend that has `out.png` and `sub/in.png`, and the places that it was asked for. */
function backendWithFiles(failure = fault("BACKEND_FILE_GONE", { filename: "x", status: 404 })) {
  const asked: string[] = [];
  const state = { read: 0 };
  async function* fetchOutput({ area, subfolder, filename }: OutputFile): AsyncIterable<Uint8Array> {
    const place = [area, subfolder, filename].filter((part) => part !== "").join("/");
    asked.push(place);
    await Promise.resolve();
    if (!["output/out.png", "input/sub/in.png"].includes(place)) throw failure;
    for (; state.read < 1_000; state.read++) yield new Uint8Array(1);
  }
  return { asked, state, backend: { fetchOutput, facets: {} } as Partial<Backend> as Backend };
}

async function check(graph: Graph, { backend } = backendWithFiles(), uploads: readonly string[] = []) {
  const inputs = uploads.map((name) => ({ name })) as never;
  const drafts = [{ ...emptyDraft, graph, inputs, outputs: ["save"] }];
  return (await checkFiles(drafts, catalog, backend, {})).map(({ message }) => message);
}

it.each([
  ["an output that is gone", "gone.png [output]", "Load"],
  ["one without the space that the server drops", "gone.png[output]", "Load"],
  ["a temporary file that is gone", "gone.png [temp]", "Load"],
  ["an upload in a folder", "sub/gone.png", "Load"],
  ["an output of an input whose values come from another address", "gone.png [output]", "LoadAny"],
])("%s is a problem that names its input", async (_name, value, classType) => {
  const found = await check(graphOf(value, classType));
  expect(found).toEqual([expect.stringContaining(`load.image (${classType}): the backend has no file`)]);
});

it.each([
  ["an output that is there", "out.png [output]", "Load", ["output/out.png"]],
  ["an upload in a folder", "sub/in.png", "Load", ["input/sub/in.png"]],
  ["a name in the folder of uploads, which the catalog decides", "a.png", "Load", []],
  ["a path of an input whose values the catalog does not explain", "sub/gone.png", "LoadAny", []],
  ["a path out of the folder, which no server shows", "../gone.png", "Load", []],
])("%s is none", async (_name, value, classType, places) => {
  const server = backendWithFiles();
  expect(await check(graphOf(value, classType), server)).toEqual([]);
  expect(server.asked).toEqual(places);
});

it("a file that exists is not read to its end", async () => {
  const server = backendWithFiles();
  await check(graphOf("out.png [output]"), server);
  expect(server.state.read).toBe(0);
});

it("what the job will upload is not asked for", async () => {
  const server = backendWithFiles();
  expect(await check(graphOf("sub/new.png"), server, ["sub/new.png"])).toEqual([]);
  expect(server.asked).toEqual([]);
});

it("a server that does not show its files decides itself", async () => {
  const refusing = backendWithFiles(
    fault("BACKEND_REPLY", { method: "GET", url: "x", found: "status 403", expected: "y" }),
  );
  const other: Graph = { other: { class_type: "Load", inputs: { image: "other.png [output]" } } };
  const save = { class_type: "Save", inputs: { images: ["load", 0], more: ["other", 0] } } as const;
  expect(await check({ ...graphOf("gone.png [output]"), ...other, save }, refusing)).toEqual([]);
  expect(refusing.asked).toHaveLength(1);
});

it("a backend with members is not asked, because the server that will run the graph is chosen later", async () => {
  const { asked, backend } = backendWithFiles();
  const members = {} as Backend["facets"]["members"];
  const farm = { ...backendWithFiles(), asked, backend: { ...backend, facets: { members } } as Backend };
  expect(await check(graphOf("gone.png [output]"), farm)).toEqual([]);
  expect(asked).toEqual([]);
});
