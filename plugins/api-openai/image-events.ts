// The stream of a job as server-sent events: partial images while it runs, its images at the end, or its error.

import type { Client, Job } from "@pictor/client";
import { PictorError, type Clock } from "@pictor/kernel/plugin";
import { asOpenAiError, type Failure } from "./error-shape.js";
import type { ImageRoute } from "./find-model.js";
import { base64, imageOf, pictorMember, sizeText, usage, type ReplyFacts } from "./image-reply.js";
import { createPartialImages } from "./partial-images.js";
import { failureOfThrown, imagesOf } from "./run-job.js";

const prefixes: Readonly<Record<ImageRoute, string>> = {
  generations: "image_generation",
  edits: "image_edit",
};

type Send = (type: string, data: Readonly<Record<string, unknown>>) => void;

/** Calls `send` for the events of a job that has finished. */
async function sendImages(calls: Client["calls"], job: Job, facts: ReplyFacts, send: Send): Promise<void> {
  const images = imagesOf(job);
  const pictor = pictorMember(job, images, facts);
  for (const output of images) {
    const file = await imageOf(calls, job, output, facts);
    send("completed", {
      b64_json: base64(file),
      created_at: facts.createdAt,
      size: sizeText(output, facts.size),
      quality: "auto",
      background: "opaque",
      output_format: file.format,
      usage,
      pictor,
    });
  }
}

export interface ImageEvents {
  /** The body of the reply; its cancellation calls `leave`. */
  readonly body: ReadableStream<Uint8Array>;
  /** Sends the latest preview of the job, if it is time for a partial image. */
  preview(job: Job): void;
  /** Sends the end of the job, and closes the stream. */
  end(job: Promise<Job>): Promise<void>;
}

/** The failure of an exception after the status of the reply was sent. */
function failureInStream(thrown: unknown): Failure {
  const known = failureOfThrown(thrown);
  if (known !== undefined) return known;
  if (!(thrown instanceof PictorError))
    return { status: 500, code: "INTERNAL", detail: "The server has failed." };
  const { code, message, details } = thrown;
  return { status: 502, code, detail: message, details };
}

/** How often a comment is sent, because clients and proxies give up connections on which nothing arrives for some minutes. */
const heartbeatMs = 15_000;

export function createImageEvents(
  route: ImageRoute,
  calls: Client["calls"],
  facts: ReplyFacts,
  { clock, leave }: { readonly clock: Clock; readonly leave: () => void },
): ImageEvents {
  const encoder = new TextEncoder();
  const partials = createPartialImages(facts.partialImages);
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The previews are read one after the other, so that they are sent in order and before the end. */
  let sending = Promise.resolve();
  let stopHeartbeat = (): void => undefined;
  const enqueue = (text: string): void => controller?.enqueue(encoder.encode(text));
  const write = (event: string, data: object): void => {
    enqueue(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  /** Sends a comment now, with which the head of the reply is sent, and again and again. */
  const beat = (): void => {
    enqueue(":\n\n");
    stopHeartbeat = clock.after(heartbeatMs, beat);
  };
  const send: Send = (kind, data) => {
    const type = `${prefixes[route]}.${kind}`;
    write(type, { type, ...data });
  };
  const sendPartial = async ({ id }: Job, index: number): Promise<void> => {
    // The preview is gone when the job has ended meanwhile.
    const preview = await calls.readPreview({ params: { id } }).catch(() => undefined);
    if (preview === undefined) return;
    const format = preview.headers.get("content-type")?.replace("image/", "") ?? "png";
    send("partial_image", {
      partial_image_index: index,
      b64_json: Buffer.from(await preview.arrayBuffer()).toString("base64"),
      created_at: facts.createdAt,
      size: facts.size,
      quality: "auto",
      background: "opaque",
      output_format: format,
    });
  };
  return {
    body: new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
        beat();
      },
      cancel() {
        controller = undefined;
        stopHeartbeat();
        leave();
      },
    }),
    preview(job) {
      const index = partials.take(job);
      if (index !== undefined) sending = sending.then(() => sendPartial(job, index));
    },
    async end(job) {
      try {
        const ended = await job;
        await sending;
        await sendImages(calls, ended, facts, send);
      } catch (error) {
        write("error", { type: "error", ...asOpenAiError(failureInStream(error)) });
      }
      stopHeartbeat();
      controller?.close();
    },
  };
}
