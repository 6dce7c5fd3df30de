// Uploads of input files, and the names that the backend returns for them.

import { describe, expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { fault, type Backend, type Catalog, type Graph, type InputFile } from "@pictor/kernel";
import type { JobInput } from "../state/job-state.js";
import { createUploader, withUploadedNames } from "./upload-inputs.js";

const catalog: Catalog = new Map([
  [
    "LoadImage",
    {
      name: "LoadImage",
      inputs: [{ name: "image", required: true, type: "COMBO", options: [], lenient: true }],
      outputs: ["IMAGE"],
      isOutput: false,
    },
  ],
  [
    "Text",
    { name: "Text", inputs: [{ name: "text", required: true, type: "STRING" }], outputs: [], isOutput: true },
  ],
]);
const graph: Graph = {
  load: { class_type: "LoadImage", inputs: { image: "cat.png" } },
  other: { class_type: "LoadImage", inputs: { image: "dog.png" } },
  linked: { class_type: "LoadImage", inputs: { image: ["load", 0] } },
  prompt: { class_type: "Text", inputs: { text: "cat.png" } },
  strange: { class_type: "Unknown", inputs: { image: "cat.png" } },
};
const fileOf = (name: string): InputFile => ({
  name,
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(new Uint8Array([1]));
  },
});

describe("the name that the backend returns", () => {
  it("replaces exactly the file's name, in inputs for uploads", () => {
    const renamed = withUploadedNames(graph, new Map([["cat.png", "cat (1).png"]]), catalog);
    expect(renamed).toEqual({
      ...graph,
      load: { class_type: "LoadImage", inputs: { image: "cat (1).png" } },
    });
    expect(graph["load"]?.inputs["image"]).toBe("cat.png");
  });

  it("changes nothing when it is the same", () => {
    expect(withUploadedNames(graph, new Map([["cat.png", "cat.png"]]), catalog)).toBe(graph);
  });
});

describe("an upload", () => {
  const setUp = () => {
    const uploaded: string[] = [];
    const events: JobInput[] = [];
    const backend = {
      facets: {},
      upload: async (
        file: InputFile,
        { progress }: { progress?(sent: number, total?: number): void } = {},
      ) => {
        uploaded.push(file.name);
        for (let sent = 0; sent <= 10_000; sent++) progress?.(sent, 10_000);
        return `given/${file.name}`;
      },
    } as unknown as Backend;
    const clock = createFakeClock();
    const run = {
      clock,
      signal: new AbortController().signal,
      dispatch: (input: JobInput) => void events.push(input),
    };
    const opened = { backend, instance: { name: "studio" } };
    return { uploaded, events, backend, clock, upload: createUploader({ opened, catalog, run }) };
  };

  it("reports progress in whole percents", async () => {
    const { events, upload } = setUp();
    await upload(graph, [fileOf("cat.png")]);
    expect(events).toHaveLength(101);
    expect(events.at(-1)).toEqual({ type: "upload", file: "cat.png", sent: 10_000, total: 10_000 });
  });

  it("is repeated while the server does not answer", async () => {
    const { uploaded, backend, clock, upload } = setUp();
    const answering = backend.upload;
    const down = fault("BACKEND_UNREACHABLE", { url: "http://h/", reason: "refused" });
    Object.assign(backend, { upload: () => Promise.reject(down) });
    const uploading = upload(graph, [fileOf("cat.png")]);
    await clock.advance(30_000);
    Object.assign(backend, { upload: answering });
    await clock.advance(20_000);
    expect((await uploading)["load"]?.inputs["image"]).toBe("given/cat.png");
    expect(uploaded).toEqual(["cat.png"]);
  });

  it("fails after a minute without an answer, and at once with another error", async () => {
    const { backend, clock, upload } = setUp();
    const down = fault("BACKEND_UNREACHABLE", { url: "http://h/", reason: "refused" });
    Object.assign(backend, { upload: () => Promise.reject(down) });
    const uploading = expect(upload(graph, [fileOf("cat.png")])).rejects.toBe(down);
    await clock.advance(61_000);
    await uploading;
    const refused = fault("BACKEND_TOO_LARGE", { url: "http://h/", limit: "1 MB" } as never);
    Object.assign(backend, { upload: () => Promise.reject(refused) });
    await expect(upload(graph, [fileOf("cat.png")])).rejects.toBe(refused);
  });

  it("of a file that several batches read happens once", async () => {
    const { uploaded, upload } = setUp();
    const cat = fileOf("cat.png");
    const graphs = [await upload(graph, [cat]), await upload(graph, [cat, fileOf("dog.png")])];
    expect(uploaded).toEqual(["cat.png", "dog.png"]);
    expect(graphs.map((made) => made["load"]?.inputs["image"])).toEqual(["given/cat.png", "given/cat.png"]);
    expect(graphs[1]?.["other"]?.inputs["image"]).toBe("given/dog.png");
  });
});

describe("a backend with the facet localFiles", () => {
  const reach = (facets: object) =>
    createUploader({
      opened: {
        backend: { facets, upload: () => Promise.resolve("sent.png") },
        instance: { name: "studio" },
      },
      catalog,
      run: { clock: createFakeClock(), signal: new AbortController().signal, dispatch: () => undefined },
    });

  it("receives the files through it", async () => {
    const put: string[] = [];
    const localFiles = {
      put: (area: string, name: string) => {
        put.push(`${area}/${name}`);
        return Promise.resolve(name);
      },
    };
    const config = { ...fileOf("model.yaml"), area: "models/configs" };
    await reach({ localFiles })(graph, [fileOf("cat.png"), config]);
    expect(put).toEqual(["input/cat.png", "models/configs/model.yaml"]);
  });

  it("is needed for every folder except that of inputs", async () => {
    const config = { ...fileOf("model.yaml"), area: "models/configs" };
    await expect(reach({})(graph, [config])).rejects.toMatchObject({
      code: "INPUT_AREA_UNREACHABLE",
      details: { filename: "model.yaml", area: "models/configs", backend: "studio" },
    });
  });
});
