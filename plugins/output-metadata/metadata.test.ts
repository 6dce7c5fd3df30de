// Both texts in an output, and outputs that cannot take them.

import type { Output, OutputContext, Problem } from "@pictor/kernel/plugin";
import { readPicture } from "@pictor/picture-metadata";
import { expect, it } from "vitest";
import { writeMetadata } from "./metadata.js";
import { collect, contextOf, inPieces, outputOf, params, png } from "./outputs.test.support.js";

function write(output: Output, context: OutputContext = contextOf()): Output {
  const written = writeMetadata(output, context);
  if (written === undefined) throw new Error("the output stayed as it is");
  return written;
}

it("can be read more than once, each time with both texts in front of the same image data", async () => {
  const written = write(outputOf());
  const bytes = await collect(written.open());
  expect(await collect(written.open())).toEqual(bytes);
  const [parameters, record, image] = ["parameters\0", "pictor\0", "IDAT"].map((text) => bytes.indexOf(text));
  expect(parameters).toBeLessThan(record ?? 0);
  expect(record).toBeLessThan(image ?? 0);
  expect(bytes.subarray(image)).toEqual(png.subarray(png.indexOf("IDAT")));
  const read = await readPicture(inPieces(bytes));
  expect(read.parameters).toMatch(/^a lighthouse\nNegative prompt: fog\nSteps: 20/);
  expect(read.record).toMatchObject({ version: 1, workflow: "txt2img", params });
});

it("has the picture's own size where the settings name none", async () => {
  const { parameters } = await readPicture(write(outputOf(), contextOf({ params: {} })).open());
  expect(parameters).toMatch(/Size: 2x1/);
});

it("keeps everything but its stream", () => {
  const output = outputOf();
  expect({ ...write(output), open: undefined }).toEqual({ ...output, open: undefined });
});

it("of a prompt that somebody else submitted stays as it is: nothing is known of it", () => {
  expect(writeMetadata(outputOf(), contextOf({ workflow: "", params: {} }))).toBeUndefined();
});

it("that is no picture passes unchanged and is reported once", async () => {
  const problems: Problem[] = [];
  const broken = Buffer.from("<html>not found</html>");
  const report = (problem: Problem) => problems.push(problem);
  const written = write(
    outputOf({ open: () => inPieces(broken) }),
    contextOf({ report: (problem) => void report(problem) }),
  );
  expect(await collect(written.open())).toEqual(broken);
  await collect(written.open());
  expect(problems).toEqual([
    {
      code: "METADATA_NOT_WRITTEN",
      message:
        "Pictor_00001_.png cannot take metadata as it should: it is neither a PNG nor a WebP nor a JPEG.",
      hint: expect.any(String) as string,
    },
  ]);
});
