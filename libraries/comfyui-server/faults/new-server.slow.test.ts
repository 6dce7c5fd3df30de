// The protocol of a server with assets, seen by a raw client.
import { writeTestFiles } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import { startServer } from "../testing/start.js";
import { getJson, isEndOf, listen, run, submit, txt2img } from "../testing/wire.js";

const server = await startServer({ faults: [{ kind: "new-server" }] });
const client = await listen(server, "a");
afterAll(() => server.close());

const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/) as string;
const image = { filename: expect.any(String) as string, id: uuid, preview_id: uuid };

it("names its version", async () => {
  expect(await getJson(server, "system_stats")).toMatchObject({
    system: { comfyui_version: "0.38.1+pictor.embedded" },
  });
});

it("gives every output file an id, alike in the message, the record and the job", async () => {
  const id = await run(server, client, txt2img({ seed: 5, steps: 1 }), { client_id: "a" });
  const told = client.frames.find(({ type, data }) => type === "executed" && data["prompt_id"] === id);
  const history = (await getJson(server, `history/${id}`)) as Record<string, { outputs: object }>;
  const outputs = Object.values(history[id]?.outputs ?? {}) as unknown[];
  expect(outputs).toEqual([{ images: [expect.objectContaining(image)] }]);
  expect(told?.data["output"]).toEqual(outputs[0]);
  const job = { previewable_outputs_count: 1, preview_output: image };
  expect(await getJson(server, `api/jobs/${id}`)).toMatchObject({ ...job, outputs: history[id]?.outputs });
  expect(await getJson(server, "api/jobs?limit=1")).toMatchObject({ jobs: [job] });
});

it("shows the graph of a job that runs", async () => {
  const graph = txt2img({ seed: 6, steps: 5000, width: 256, height: 256 });
  const { body } = await submit(server, graph, { client_id: "a" });
  await client.until(({ type, data }) => type === "progress" && data["prompt_id"] === body.prompt_id);
  const job = (await getJson(server, `api/jobs/${body.prompt_id}`)) as { workflow: { prompt: object } };
  expect(Object.keys(job.workflow.prompt)).toEqual(Object.keys(graph));
  await fetch(`${server.url}api/jobs/${body.prompt_id}/cancel`, { method: "POST" });
  await client.until(isEndOf(body.prompt_id));
  expect(await getJson(server, `api/jobs/${body.prompt_id}`)).toMatchObject({ status: "cancelled" });
});

it("names the asset of an upload, and sends the file by the hash of its contents", async () => {
  const form = new FormData();
  form.append("image", new Blob(["x"]), "up.png");
  const reply = await fetch(`${server.url}upload/image`, { method: "POST", body: form });
  const hash = expect.stringMatching(/^blake3:[\da-f]{64}$/) as string;
  const asset = { id: uuid, name: "up.png", mime_type: "image/png", asset_hash: hash, size: 1 };
  const upload = (await reply.json()) as { asset: { asset_hash: string } };
  expect(upload).toMatchObject({ name: "up.png", asset });
  const viewed = await fetch(`${server.url}api/view?filename=${upload.asset.asset_hash}&type=output`);
  expect([viewed.status, viewed.headers.get("content-type"), await viewed.text()]).toEqual([
    200,
    "image/png",
    "x",
  ]);
  const unknown = await fetch(`${server.url}view?filename=blake3:${"0".repeat(64)}`);
  expect(unknown.status).toBe(404);
});

it("sends what a browser would run as a download, and an image as it is", async () => {
  writeTestFiles(server.outputDirectory, { "a.svg": "<svg/>", "a.png": "x" });
  const typeOf = async (name: string) => {
    const { headers } = await fetch(`${server.url}view?filename=${name}`);
    return [headers.get("content-type"), headers.get("content-disposition")?.startsWith("attachment")];
  };
  expect(await typeOf("a.svg")).toEqual(["application/octet-stream", true]);
  expect(await typeOf("a.png")).toEqual(["image/png", false]);
});

it("downloads a model as a task, after which its classes list the file", async () => {
  const post = (body: object) =>
    fetch(`${server.url}api/assets/download`, { method: "POST", body: JSON.stringify(body) });
  const wanted = {
    source_url: "https://models.example/new.safetensors",
    tags: ["models", "model_type:loras"],
  };
  const begun = await post(wanted);
  const { task_id: id } = (await begun.json()) as { task_id: string };
  expect(begun.status).toBe(202);
  await expect
    .poll(() => getJson(server, `api/tasks/${id}`), { timeout: 10_000 })
    .toMatchObject({ id, status: "completed", result: { filename: "new.safetensors" } });
  const info = (await getJson(server, "object_info/LoraLoader")) as {
    LoraLoader: { input: { required: { lora_name: [string[]] } } };
  };
  expect(info.LoraLoader.input.required.lora_name[0]).toContain("new.safetensors");
  expect(await getJson(server, "models/loras")).toContain("new.safetensors");
  const answers = [
    post(wanted),
    post({ ...wanted, tags: ["models"] }),
    post({ ...wanted, tags: ["model_type:custom_nodes"] }),
    post({ ...wanted, source_url: "file:///a" }),
    fetch(`${server.url}api/tasks/${id}`, { method: "DELETE" }),
    fetch(`${server.url}api/tasks/none`),
  ];
  const codes = await Promise.all(
    answers.map(async (answer) => {
      const reply = await answer;
      return [reply.status, ((await reply.json()) as { error: { code: string } }).error.code];
    }),
  );
  expect(codes).toEqual([
    [409, "model_file_exists"],
    [400, "INVALID_BODY"],
    [400, "UNKNOWN_MODEL_FOLDER"],
    [400, "INVALID_BODY"],
    [409, "TASK_NOT_CANCELLABLE"],
    [404, "TASK_NOT_FOUND"],
  ]);
});
