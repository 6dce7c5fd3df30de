// Metadata is written into outputs; unusable outputs pass unchanged.

import type { Output, OutputContext, Problem } from "@pictor/kernel/plugin";
import { readImageMetadata } from "@pictor/image-metadata";
import { expect, it } from "vitest";
import { writeMetadata } from "./write-metadata.js";
import { collect, contextOf, inPieces, outputOf, params, png } from "./testing/outputs.js";

function write(output: Output, context: OutputContext = contextOf()): Output {
  const written = writeMetadata(output, context);
  if (written === undefined) throw new Error("the output stayed as it is");
  return written;
}

it("returns a stream that can be read again, each time with both texts before the same image data", async () => {
  const written = write(outputOf());
  const bytes = await collect(written.open());
  expect(await collect(written.open())).toEqual(bytes);
  const [parameters, record, image] = ["parameters\0", "pictor\0", "IDAT"].map((text) => bytes.indexOf(text));
  expect(parameters).toBeLessThan(record ?? 0);
  expect(record).toBeLessThan(image ?? 0);
  expect(bytes.subarray(image)).toEqual(png.subarray(png.indexOf("IDAT")));
  const read = await readImageMetadata(inPieces(bytes));
  expect(read.parameters).toMatch(/^a lighthouse\nNegative prompt: fog\nSteps: 20/);
  expect(read.record).toMatchObject({ version: 1, workflow: "txt2img", params });
});

it("has the size of the image if the settings have none", async () => {
  const { parameters } = await readImageMetadata(write(outputOf(), contextOf({ params: {} })).open());
  expect(parameters).toMatch(/Size: 2x1/);
});

it("changes nothing but the stream", () => {
  const output = outputOf();
  expect({ ...write(output), open: undefined }).toEqual({ ...output, open: undefined });
});

it("leaves the output of a prompt that another program submitted unchanged", () => {
  expect(writeMetadata(outputOf(), contextOf({ workflow: "", params: {} }))).toBeUndefined();
});

it("passes a file that is not an image unchanged and reports it once", async () => {
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
      message: expect.stringMatching(/Pictor_00001_\.png.*neither a PNG nor a WebP nor a JPEG/) as string,
      hint: expect.any(String) as string,
    },
  ]);
});
