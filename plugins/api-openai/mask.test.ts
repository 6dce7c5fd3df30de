// Masks of edits: a mask that cannot fit is refused before its pixels are decoded.

import { deflateSync } from "node:zlib";
import { encodePng } from "@pictor/images";
import { pngChunk } from "@pictor/images/formats";
import { describe, expect, it } from "vitest";
import { workflowMask } from "./mask.js";

/** A PNG whose head promises a size, with the data of one row. */
function promised(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  const rows = pngChunk("IDAT", deflateSync(Buffer.alloc(1 + width * 4)));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, pngChunk("IHDR", head), rows, pngChunk("IEND", Buffer.alloc(0))]);
}

describe("a mask is refused", () => {
  const image = encodePng({ width: 8, height: 8, pixels: new Uint8Array(8 * 8 * 3) });

  it("by the size in its head, if the image has another", () => {
    // Its pixels are missing, so a decoder would say something else.
    expect(() => workflowMask(promised(4000, 6000), image)).toThrow(
      "it has 4000 x 6000 pixels, and the image has 8 x 8",
    );
  });

  it("if it has more pixels than the server decodes", () => {
    const large = promised(8000, 8000);
    expect(() => workflowMask(large, large)).toThrow("it has 64000000 pixels, and 25165824 are allowed");
  });

  it("without an area to edit", () => {
    expect(() => workflowMask(image, image)).toThrow("it has no transparent area");
  });
});
