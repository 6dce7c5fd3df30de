// Uploads of clients: what becomes an input of the backend under which name, and what is refused.

import { expect, it } from "vitest";
import { decodeImage, encodePng } from "@pictor/images";
import { fault, type InputFile, type OutputFile } from "@pictor/kernel/plugin";
import { startFacade } from "../testing/start-facade.js";

const pictureOf = (...rgba: readonly number[]) =>
  encodePng({ width: 1, height: 1, rgba: Uint8Array.from(rgba) });
const picture = pictureOf(250, 120, 10, 255);
const text = new Uint8Array(Buffer.from("no image"));
const original = { filename: "p.png", subfolder: "cats", type: "output" };

/** Sends a form to a backend that has the file `cats/p.png`, and stores what comes under the name `stored/<name>`. */
async function post(path: string, fields: Readonly<Record<string, string | Uint8Array>>) {
  const uploaded: { readonly name: string; readonly mime: string; readonly bytes: Buffer }[] = [];
  const { facade } = startFacade({
    async upload({ name, mime, open }: InputFile) {
      const pieces: Uint8Array[] = [];
      for await (const piece of open()) pieces.push(piece);
      uploaded.push({ name, mime, bytes: Buffer.concat(pieces) });
      return `stored/${name}`;
    },
    async *fetchOutput({ subfolder, filename }: OutputFile) {
      if (`${subfolder}/${filename}` !== "cats/p.png")
        throw fault("BACKEND_FILE_GONE", { filename, status: 404 });
      yield await Promise.resolve(picture);
    },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === "string") form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)], { type: "image/png" }), "my cat.png");
  const encoded = new Response(form);
  const reply = await facade.send({
    method: "POST",
    path,
    headers: [["Content-Type", encoded.headers.get("content-type") ?? ""]],
    body: new Uint8Array(await encoded.arrayBuffer()),
  });
  const said = await reply.text();
  return { status: reply.status, said, uploaded };
}

it.each([
  [{}, "my cat.png", ""],
  [{ subfolder: "", type: "input" }, "my cat.png", ""],
  [{ subfolder: "cats/old" }, "cats/old/my cat.png", "/cats/old"],
])(
  "an image with %j is stored as %s, and the reply has the name that the backend gave",
  async (fields, name, folder) => {
    const { status, said, uploaded } = await post("/upload/image", { image: picture, ...fields });
    expect([status, JSON.parse(said)]).toEqual([
      200,
      { name: "my cat.png", subfolder: `stored${folder}`, type: "input" },
    ]);
    expect(uploaded).toEqual([{ name, mime: "image/png", bytes: picture }]);
  },
);

it.each<[string, Readonly<Record<string, string | Uint8Array>>]>([
  ["without a file", { subfolder: "cats" }],
  ["with a text in place of the file", { image: "my cat.png" }],
  ["to another area", { image: picture, type: "output" }],
  ["to a folder above", { image: picture, subfolder: "../cats" }],
])("a form %s is refused", async (_what, fields) => {
  for (const path of ["/upload/image", "/upload/mask"])
    expect(await post(path, { original_ref: JSON.stringify(original), ...fields })).toMatchObject({
      status: 400,
      uploaded: [],
    });
});

it.each([
  ["the area that it names", original],
  ["the area in its name", { filename: "p.png [output]", subfolder: "cats", type: 7 }],
])("a mask becomes the alpha channel of its original, from %s", async (_which, named) => {
  const mask = pictureOf(0, 0, 0, 100);
  const { status, uploaded } = await post("/upload/mask", {
    image: mask,
    original_ref: JSON.stringify(named),
  });
  expect(status).toBe(200);
  expect([...decodeImage(uploaded[0]?.bytes ?? picture).rgba]).toEqual([250, 120, 10, 100]);
});

it.each<[string, unknown, number, Uint8Array?]>([
  ["that names no original", undefined, 400],
  ["whose original is no object", ["p.png"], 400],
  ["whose original has no name", { subfolder: "cats" }, 400],
  ["whose original does not exist", { ...original, filename: "q.png" }, 404],
  ["whose original lies above", { ...original, subfolder: "../cats" }, 404],
  ["whose original is in no area", { ...original, type: "models" }, 404],
  ["that is no image", original, 400, text],
])("a mask %s is refused", async (_what, named, status, image = picture) => {
  const fields = named === undefined ? {} : { original_ref: JSON.stringify(named) };
  const refused = await post("/upload/mask", { image, ...fields });
  expect([refused.status, refused.uploaded]).toEqual([status, []]);
});

it.each([
  ["/upload/image", "a form that is cut", "--x\r\nContent-Dispo"],
  ["/prompt", "a text that is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22)],
])("%s answers %s as a server of the protocol does, and logs it", async (path, _what, body) => {
  const warned: string[] = [];
  const { facade } = startFacade({}, (message) => void warned.push(message));
  const headers = [["Content-Type", "multipart/form-data; boundary=x"]] as const;
  expect((await facade.send({ method: "POST", path, headers, body })).status).toBe(500);
  expect(warned).toEqual([expect.stringContaining("a request of the gateway failed")]);
});
