// Classes that the server replaces by newer ones: graphs of older versions are understood, and submitted with the newer ones.

import { expect, test } from "vitest";
import { openTestBackend } from "../testing/open-test-backend.js";

const spec = (...names: readonly string[]) => ({
  required: Object.fromEntries(names.map((name) => [name, ["INT", {}]])),
});
const replacements = {
  OldLoader: [
    {
      old_node_id: "OldLoader",
      new_node_id: "Loader",
      old_widget_ids: ["b_old", "a_old"],
      input_mapping: [
        { new_id: "a", old_id: "a_old" },
        { new_id: "b", old_id: "b_old" },
        { new_id: "mode", set_value: "fast" },
      ],
      output_mapping: [{ old_idx: 1, new_idx: 0 }],
    },
    // The server uses the first one.
    { new_node_id: "Average" },
  ],
  "Average ": [{ new_node_id: "Average", old_widget_ids: null, input_mapping: null, output_mapping: null }],
  Gone: [{ new_node_id: "NotThere" }],
  Broken: [{ new_node_id: 5 }],
};

async function openServer(list: object = { json: replacements }) {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/node_replacements", list);
  for (const name of ["OldLoader", "Average%20", "Gone", "NotThere", "Broken"])
    server.answer(`GET /api/object_info/${name}`, { json: {} });
  const classes = {
    Loader: { input: spec("mode", "a", "b"), output: ["MODEL", "CLIP"] },
    Average: { input: spec("x"), output: ["FLOAT"] },
    Save: { input: spec("images"), output_node: true },
  };
  for (const [name, entry] of Object.entries(classes))
    server.answer(`GET /api/object_info/${name}`, { json: { [name]: entry } });
  server.answer("GET /api/object_info", { json: classes });
  server.answer("POST /api/prompt", { json: { prompt_id: "our-id" } });
  return { backend, server };
}

test("an older class is described by the newer one, with the older names, widgets and outputs", async () => {
  const { backend } = await openServer();
  const catalog = await backend.catalog({ classes: ["OldLoader", "Average "] });
  const { inputs = [], outputs, replacedBy } = catalog.get("OldLoader") ?? {};
  expect([inputs.map(({ name }) => name), outputs, replacedBy]).toEqual([
    ["b_old", "a_old"],
    ["*", "MODEL"],
    "Loader",
  ]);
  expect(catalog.get("Average ")).toMatchObject({
    name: "Average ",
    outputs: ["FLOAT"],
    replacedBy: "Average",
  });
});

test.each([
  ["replaced by a class that the server lacks", "Gone"],
  ["with a replacement that cannot be read", "Broken"],
])("a class that is %s stays unknown", async (_case, name) => {
  const { backend } = await openServer();
  expect((await backend.catalog({ classes: [name] })).has(name)).toBe(false);
});

test("the list is read only for a class that the server lacks, and then the catalog of all classes has the older ones too", async () => {
  const { backend, server } = await openServer();
  await backend.catalog({ classes: ["Save"] });
  expect(server.received.map(({ path }) => path)).toEqual(["/api/object_info/Save"]);
  await backend.catalog({ classes: ["OldLoader"] });
  expect((await backend.catalog()).get("OldLoader")?.replacedBy).toBe("Loader");
});

test("the list is read once, however many classes the server lacks", async () => {
  const { backend, server } = await openServer();
  for (const name of ["OldLoader", "Gone", "Broken", "Gone", "Broken"])
    await backend.catalog({ classes: [name] });
  expect(server.received.filter(({ path }) => path === "/api/node_replacements")).toHaveLength(1);
});

test("a server without the list has no older classes", async () => {
  const { backend } = await openServer({ status: 404 });
  expect((await backend.catalog({ classes: ["OldLoader"] })).size).toBe(0);
});

test("a graph is submitted with the newer classes, inputs and outputs", async () => {
  const { backend, server } = await openServer();
  const graph = {
    1: {
      class_type: "OldLoader",
      inputs: { a_old: 5, b_old: ["2", 0] as const, unused: 1 },
      _meta: { title: "T" },
    },
    2: { class_type: "Average ", inputs: { x: 3 } },
    3: { class_type: "Save", inputs: { images: ["1", 1] as const } },
  };
  await backend.catalog({ classes: ["OldLoader", "Average ", "Save"] });
  await backend.submit({ promptId: "our-id", graph });
  const post = server.received.find(({ method }) => method === "POST");
  expect((JSON.parse(post?.body ?? "") as { readonly prompt: unknown }).prompt).toEqual({
    1: { class_type: "Loader", inputs: { a: 5, b: ["2", 0], mode: "fast" }, _meta: { title: "T" } },
    2: { class_type: "Average", inputs: { x: 3 } },
    3: { class_type: "Save", inputs: { images: ["1", 0] } },
  });
});
