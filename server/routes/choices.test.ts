// Choices of a setting with x-optionsFrom: pages and a search over twenty thousand names of a backend.

import { createServer } from "node:http";
import { listen } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../testing/start-server.js";

const names = Array.from(
  { length: 20_000 },
  (_, index) =>
    `${index % 2 === 0 ? "SDXL" : "flux"}/Model ${String(index).padStart(5, "0")} Füchse.safetensors`,
);
const catalog = {
  LoraLoader: {
    input: { required: { lora_name: [names, {}], strength: ["FLOAT", { default: 1 }] } },
    input_order: { required: ["lora_name", "strength"] },
    output: ["MODEL"],
    output_name: ["MODEL"],
    output_is_list: [false],
    name: "LoraLoader",
    display_name: "LoRA",
    description: "",
    category: "",
    python_module: "nodes",
    output_node: false,
  },
};
const systemStats = { system: { comfyui_version: "0.3.60", argv: [] }, devices: [] };

let reads = 0;
const backend = await listen(
  createServer(({ url = "" }, response) => {
    const isCatalog = url.startsWith("/object_info");
    if (isCatalog) reads += 1;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(isCatalog ? catalog : url.startsWith("/system_stats") ? systemStats : {}));
  }),
);
const test = await startTestServer({
  configuration: { backends: { big: { kind: "remote", baseUrl: backend.origin } } },
});
afterAll(async () => {
  await test.close();
  await backend.close();
});

interface Choices {
  readonly choices: readonly string[];
  readonly total: number;
  readonly cursor?: string;
}
const ask = (query: Readonly<Record<string, string>>) =>
  test.call(
    "GET",
    `/v1/choices?${new URLSearchParams({ backend: "big", class: "LoraLoader", input: "lora_name", ...query }).toString()}`,
  );
const choices = async (query: Readonly<Record<string, string>> = {}): Promise<Choices> =>
  (await ask(query)).json() as unknown as Choices;

it("are all of them, each once and in order, page by page", async () => {
  const all: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page: Choices = await choices({ limit: "500", ...(cursor !== undefined && { cursor }) });
    expect(page.total).toBe(20_000);
    all.push(...page.choices);
    cursor = page.cursor;
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBe(40);
  expect(all).toEqual(names);
  expect(reads).toBeLessThan(5);
});

it("have a hundred on a page unless another number is asked for", async () => {
  expect((await choices()).choices).toEqual(names.slice(0, 100));
  expect((await choices({ limit: "3", cursor: "19999" })).choices).toEqual(names.slice(19_999));
  expect((await ask({ limit: "501" })).status).toBe(422);
});

it("are searched by all words, in any order and case, and the search has pages, too", async () => {
  expect(await choices({ search: "04242 sdxl" })).toEqual({ choices: [names[4242]], total: 1 });
  expect((await choices({ search: "FÜCHSE 123" })).total).toBe(
    names.filter((name) => name.includes("123")).length,
  );
  const wanted = names.filter((name) => name.startsWith("flux"));
  const first = await choices({ search: "flux", limit: "2" });
  expect(first).toMatchObject({ choices: wanted.slice(0, 2), total: 10_000 });
  const second = await choices({ search: "flux", limit: "2", cursor: first.cursor ?? "" });
  expect(second.choices).toEqual(wanted.slice(2, 4));
});

it("give the nearest name if nothing is found, or nothing", async () => {
  const typo = (names[777] ?? "").replace("Model", "Modle");
  expect(await choices({ search: typo })).toEqual({ choices: [names[777]], total: 1 });
  expect(await choices({ search: "zebra" })).toEqual({ choices: [], total: 0 });
});

it.each([[{ class: "Unknown" }], [{ input: "strength" }], [{ input: "unknown" }]])(
  "are not there for %j",
  async (query) => {
    const reply = await ask(query);
    expect([reply.status, reply.json()["code"]]).toEqual([404, "API_THING_UNKNOWN"]);
  },
);

it("are read again from the backend when a request asks for that", async () => {
  await choices();
  const before = reads;
  await choices({ refresh: "false" });
  expect(reads).toBe(before);
  names.push("SDXL/added later.safetensors");
  expect((await choices({ search: "added later" })).total).not.toBe(1);
  expect((await choices({ refresh: "true", search: "added later" })).choices).toEqual(names.slice(-1));
  expect((await choices({ search: "added later" })).choices).toEqual(names.slice(-1));
  names.pop();
});
