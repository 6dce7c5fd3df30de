// The reply with the images of a job, as OpenAI's clients read it.

import type { Client, Job, JobOutput } from "@pictor/client";
import { outputImage, type OutputImage } from "./output-image.js";
import type { ReplyOptions } from "./reply-options.js";
import { imagesOf, readBytes } from "./run-job.js";

type Calls = Pick<Client["calls"], "readOutput" | "createLinks">;

/** What the reply to a request needs beside its job. */
export interface ReplyFacts extends ReplyOptions {
  readonly model: string;
  readonly size: string;
  readonly createdAt: number;
  /** Address of the server, as the client knows it. */
  readonly base: string;
}

/** Pictor counts no tokens, and bills none. */
export const usage = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  input_tokens_details: { image_tokens: 0, text_tokens: 0 },
} as const;

/** What OpenAI's reply has no place for: the job, the seeds of the images, and notes on parameters. */
export const pictorMember = ({ id }: Job, images: readonly JobOutput[], { model, notes }: ReplyFacts) => ({
  job: id,
  model,
  seeds: images.map(({ seed }) => seed ?? null),
  notes,
});

export const sizeText = ({ width, height }: JobOutput, asked: string): string =>
  width === undefined || height === undefined ? asked : `${width}x${height}`;

export const imageOf = async (
  calls: Calls,
  { id }: Job,
  output: JobOutput,
  options: ReplyOptions,
): Promise<OutputImage> => outputImage(await readBytes(calls, id, output), options);

export const base64 = ({ bytes }: OutputImage): string => Buffer.from(bytes).toString("base64");

/** As long as OpenAI keeps its images. */
const linkSeconds = 3600;

async function addressesOf(
  calls: Calls,
  images: readonly JobOutput[],
  base: string,
): Promise<readonly string[]> {
  const paths = images.map(({ href }) => href);
  const { links } = await calls.createLinks({ body: { paths, seconds: linkSeconds } });
  return links.map(({ href }) => new URL(href, base).href);
}

/** The reply for a job that has finished. Rejects with `OPENAI_NO_IMAGE`, and as the calls. */
export async function imageReply(calls: Calls, job: Job, facts: ReplyFacts): Promise<Response> {
  const images = imagesOf(job);
  const common = { created: facts.createdAt, size: images[0] && sizeText(images[0], facts.size), usage };
  const pictor = pictorMember(job, images, facts);
  if (facts.responseFormat === "url") {
    const data = (await addressesOf(calls, images, facts.base)).map((url) => ({ url }));
    return Response.json({ ...common, data, pictor });
  }
  const files = await Promise.all(images.map((output) => imageOf(calls, job, output, facts)));
  const data = files.map((file) => ({ b64_json: base64(file) }));
  return Response.json({ ...common, data, output_format: files[0]?.format, background: "opaque", pictor });
}
