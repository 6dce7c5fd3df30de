// GET /view over a backend that only passes contents on: validators, ranges, images in other forms, and long files.

import { expect, it } from "vitest";
import { decodeImage, encodePng, imageFormatOf } from "@pictor/images";
import type { Reply } from "@pictor/kernel/plugin";
import { startFacade } from "../testing/start-facade.js";

const rgba = Uint8Array.from({ length: 8 * 8 * 4 }, (_, index) => [250, 120, 10, 128][index % 4] ?? 0);
const picture = encodePng({ width: 8, height: 8, rgba });

/** Asks for a file whose contents are these pieces. Also counts how many of them were read, and whether the reader has let go. */
function viewOf(pieces: readonly Uint8Array[]) {
  const reading = { read: 0, isClosed: false };
  const { facade } = startFacade({
    async *fetchOutput() {
      try {
        for (const piece of pieces) {
          reading.read++;
          yield await Promise.resolve(piece);
        }
      } finally {
        reading.isClosed = true;
      }
    },
  });
  const view = (more = "", headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    facade.send({ path: `/view?filename=p.png${more}`, headers: Object.entries(headers) });
  return { reading, view };
}

it("a file has its length and a validator, and answers conditional requests", async () => {
  const { view } = viewOf([Buffer.from("plain "), Buffer.from("text\n")]);
  const whole = await view();
  expect(await whole.text()).toBe("plain text\n");
  expect(whole.headers).toMatchObject({ "content-length": "11", "accept-ranges": "bytes" });
  const { etag = "" } = whole.headers;
  expect((await view("", { "If-None-Match": etag })).status).toBe(304);
  expect((await view("", { "If-None-Match": '"other"' })).status).toBe(200);
  expect((await viewOf([Buffer.from("other text\n")]).view()).headers["etag"]).not.toBe(etag);
});

it.each([
  ["bytes=0-4", 206, "bytes 0-4/11", "plain"],
  ["bytes=-5", 206, "bytes 6-10/11", "text\n"],
  ["bytes=99-", 416, "bytes */11", ""],
])("a file is sent in part for the range %s", async (Range, status, range, body) => {
  const part = await viewOf([Buffer.from("plain text\n")]).view("", { Range });
  expect([part.status, part.headers["content-range"], await part.text()]).toEqual([status, range, body]);
});

it.each([
  ["preview=webp;60", "webp", 128],
  ["preview=jpeg;80", "jpeg", 255],
  ["channel=rgb", "png", 255],
  ["channel=a", "png", 128],
])("with %s an image is a %s whose first pixel has the alpha %i", async (query, format, alpha) => {
  const bytes = await (await viewOf([picture]).view(`&${query}`)).bytes();
  expect([imageFormatOf(bytes), decodeImage(bytes).rgba[3]]).toEqual([format, alpha]);
});

it("a file that is too long to be held is sent as it comes, and let go when the client leaves", async () => {
  const mebibyte = Buffer.alloc(1024 * 1024);
  const { reading, view } = viewOf(Array<Uint8Array>(200).fill(mebibyte));
  const reply = await view("", { Range: "bytes=0-4" });
  expect([reply.status, reply.headers["content-length"]]).toEqual([200, undefined]);
  expect(reading.read).toBe(65);
  const reader = reply.body.getReader();
  expect((await reader.read()).value?.length).toBe(mebibyte.length);
  await reader.cancel();
  expect(reading).toEqual({ read: 65, isClosed: true });

  const unread = viewOf(Array<Uint8Array>(200).fill(mebibyte));
  await (await unread.view()).discard();
  expect(unread.reading).toEqual({ read: 65, isClosed: true });
});
