// The gateway in front of a pool: what unchanged clients of ComfyUI submit is spread over the members, and each picture is found
// on the member that has it.

import { createHash } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { isEndOf, listen, txt2img } from "../../libraries/comfyui-server/testing/wire.js";
import { startPoolGateway } from "./pool-gateway.test.support.js";

const names = ["a", "b", "c"];
/** One of the pictures. */
let picture = new ArrayBuffer(0);
const pool = await startPoolGateway(names);
const { url } = pool;
afterAll(() => pool.close());

const getJson = async (address: string): Promise<unknown> => (await fetch(address)).json();
const sha256 = (bytes: ArrayBuffer): string => createHash("sha256").update(Buffer.from(bytes)).digest("hex");

interface HistoryItem {
  readonly outputs: Readonly<
    Record<string, { readonly images: readonly Readonly<Record<string, string>>[] }>
  >;
}

it("prompts of one client run on all members, and the client gets the right bytes of each picture", async () => {
  const client = await listen({ url }, "client");
  const seeds = Array.from({ length: 6 }, (_, index) => 100 + index);
  const ids = await Promise.all(
    seeds.map(async (seed) => {
      const body = JSON.stringify({ prompt: txt2img({ seed }), client_id: "client" });
      const reply = await fetch(`${url}prompt`, { method: "POST", body });
      return ((await reply.json()) as { readonly prompt_id: string }).prompt_id;
    }),
  );
  await Promise.all(ids.map((id) => client.until(isEndOf(id))));
  const used = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const item = ((await getJson(`${url}history/${id}`)) as Record<string, HistoryItem>)[id];
    const [image = {}] = item?.outputs["9"]?.images ?? [];
    const [member = ""] = (image["subfolder"] ?? "").split("/");
    used.add(member);
    const got = await (await fetch(`${url}view?${new URLSearchParams(image).toString()}`)).arrayBuffer();
    // The member's own history says which prompt made the file of that name.
    const own = pool.members.get(member);
    const history = (await getJson(`${own?.url ?? ""}history`)) as Record<
      string,
      HistoryItem & { prompt: unknown[] }
    >;
    const maker = Object.values(history).find(
      (one) => one.outputs["9"]?.images[0]?.["filename"] === image["filename"],
    );
    expect(maker?.prompt[2]).toMatchObject({ "3": { inputs: { seed: seeds[index] } } });
    const raw = await (
      await fetch(`${own?.url ?? ""}view?filename=${image["filename"] ?? ""}`)
    ).arrayBuffer();
    expect(sha256(got)).toBe(sha256(raw));
    picture = got;
  }
  expect([...used].sort()).toEqual(names);
  const classes = (await getJson(`${url}object_info/KSampler`)) as Record<string, { output_name?: unknown }>;
  expect(classes["KSampler"]?.output_name).toEqual(["LATENT"]);
  await client.close();
});

it("an upload is used by a graph on any member, and can be looked at", async () => {
  const client = await listen({ url }, "uploader");
  const form = new FormData();
  form.set("image", new Blob([picture]), "mine.png");
  const stored = (await (await fetch(`${url}upload/image`, { method: "POST", body: form })).json()) as Record<
    string,
    string
  >;
  const name = stored["name"] ?? "";
  const seen = await (await fetch(`${url}view?filename=${name}&type=input`)).arrayBuffer();
  expect(sha256(seen)).toBe(sha256(picture));
  const prompt = {
    "1": { class_type: "LoadImage", inputs: { image: name } },
    "2": { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "copy" } },
  };
  const reply = await fetch(`${url}prompt`, {
    method: "POST",
    body: JSON.stringify({ prompt, client_id: "uploader" }),
  });
  const { prompt_id: id } = (await reply.json()) as { readonly prompt_id: string };
  await client.until(isEndOf(id));
  expect(await getJson(`${url}history/${id}`)).toMatchObject({ [id]: { status: { status_str: "success" } } });
  expect((await fetch(`${url}view?filename=none.png&type=input`)).status).toBe(404);
  await client.close();
});

it("the pages and the reads of a front end come from the first member that answers", async () => {
  expect(await (await fetch(url)).text()).toContain("Simulated ComfyUI server");
  expect(await getJson(`${url}api/models`)).toContain("checkpoints");
  expect(await getJson(`${url}api/extensions`)).toEqual([]);
  expect((await fetch(`${url}nothing/at/all`)).status).toBe(404);
  expect((await fetch(`${url}nothing/at/all`, { method: "POST", body: "{}" })).status).toBe(405);
});
