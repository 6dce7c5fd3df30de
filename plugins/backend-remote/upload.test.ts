// Uploading: the form that is sent, and the name that comes back.

import { expect, test } from "vitest";
import { opened, rejection } from "./remote.test.support.js";
import { splitName } from "./upload.js";

const file = (name: string, mime = "image/png") => ({
  name,
  mime,
  async *open() {
    yield await Promise.resolve(Buffer.from("first "));
    yield Buffer.from("second");
  },
});

test("the file is streamed as a form, its folder apart", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { json: { name: "cät.png", subfolder: "refs/x", type: "input" } });
  expect(await backend.upload(file("refs/x/cät.png"))).toBe("refs/x/cät.png");
  const { headers, body } = peer.seen[0] ?? { headers: {}, body: "" };
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  expect(headers["transfer-encoding"]).toBe("chunked");
  expect(body.replaceAll(boundary, "BOUNDARY").split("\r\n")).toEqual([
    "--BOUNDARY",
    'Content-Disposition: form-data; name="type"',
    "",
    "input",
    "--BOUNDARY",
    'Content-Disposition: form-data; name="subfolder"',
    "",
    "refs/x",
    "--BOUNDARY",
    'Content-Disposition: form-data; name="image"; filename="cät.png"',
    "Content-Type: image/png",
    "",
    "first second",
    "--BOUNDARY--",
    "",
  ]);
});

test("the server's own name counts", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { json: { name: "cat (1).png", subfolder: "", type: "input" } });
  expect(await backend.upload(file("cat.png"))).toBe("cat (1).png");
});

test("neither a name nor a media type can break out of its line", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { json: { name: "x" } });
  await backend.upload(file('a"\r\nX: y.png', "image/png\r\nX: y"));
  expect(peer.seen[0]?.body).toContain(
    'filename="a%22%0D%0AX: y.png"\r\nContent-Type: application/octet-stream\r\n\r\n',
  );
});

test.each([
  ["plain.png", { subfolder: "", filename: "plain.png" }],
  ["/a//b/./c.png", { subfolder: "a/b", filename: "c.png" }],
  ["C:\\x\\y.png", { subfolder: "C:/x", filename: "y.png" }],
])("%s is split", (name, halves) => {
  expect(splitName(name)).toEqual(halves);
});

test("a file over the server's limit", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { status: 413, text: "Maximum request body size exceeded" });
  expect(await rejection(backend.upload(file("big.png")))).toMatchObject({
    code: "BACKEND_REPLY",
    details: { status: 413 },
  });
});

test("a reply without a name", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { json: {} });
  expect((await rejection(backend.upload(file("a.png")))).code).toBe("BACKEND_REPLY");
});
