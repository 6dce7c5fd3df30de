// POST txt2img and img2img: makes images, and replies with them, the fields of the request, and what the images say.

import { readGeneration, type Kind } from "../fields/generation-fields.js";
import { base64 } from "../jobs/images.js";
import { prepareJob } from "../jobs/job-request.js";
import { runJob } from "../jobs/run-job.js";
import { echoOf } from "../reply/echo.js";
import { generationInfo } from "../reply/generation-info.js";
import { metadataOf } from "../reply/image-texts.js";
import { jsonReply } from "../reply/json-reply.js";
import type { Route } from "./route.js";

export const generate =
  (kind: Kind): Route =>
  async ({ session, body: readBody, runs, options }) => {
    const body = await readBody();
    const fields = readGeneration(kind, body);
    const run = runs.begin(session.caller.id, `scripts_${kind}`, fields.batchSize * fields.batches);
    try {
      const defaults = await options.read(session);
      const { request, changes, notes } = await prepareJob(kind, fields, defaults, session);
      if (fields.keepsOptions) await options.change(session, changes);
      const ended = await runJob(request, session, run);
      const metadata = await Promise.all(ended.images.map(({ bytes }) => metadataOf(bytes)));
      const info = generationInfo({ ended, metadata, asked: request.params ?? {}, notes });
      const images = fields.sendsImages ? ended.images.map(({ bytes }) => base64(bytes)) : [];
      const echo = echoOf(kind, body, fields.start?.echoesImages === true);
      return jsonReply({ images, parameters: echo, info }, notes);
    } finally {
      runs.end(session.caller.id, run);
    }
  };
