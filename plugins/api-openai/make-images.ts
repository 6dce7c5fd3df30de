// Makes the images of a request: reads it, maps it to a job, runs the job, and replies.

import type { Client, Job, JobRequest } from "@pictor/client";
import type { Clock } from "@pictor/kernel/plugin";
import { chooseModel, listModels, type ImageRoute } from "./find-model.js";
import { createImageEvents } from "./image-events.js";
import { imageReply, type ReplyFacts } from "./image-reply.js";
import { mapJob } from "./job-request.js";
import { fieldsOf } from "./models.js";
import { readFormFields } from "./read-form.js";
import { readJsonFields } from "./read-fields.js";
import { readReplyOptions } from "./reply-options.js";
import { finishedJob } from "./run-job.js";
import { readText } from "./typed-values.js";
import { uploadImages } from "./upload-images.js";

/** The models of requests that name none. */
export interface Standards {
  readonly model: string;
  readonly editModel: string;
}

export interface Setting {
  readonly client: Client;
  readonly standards: Standards;
  readonly clock: Clock;
  readonly base: string;
}

/** States of a job whose request has turned out to be valid. */
const hasBegun = ({ state }: Job): boolean => ["queued", "running", "fetching", "finished"].includes(state);

/** The reply as a stream. It begins when the job is queued, so that a refused request has the status of its error. */
async function streamReply(
  route: ImageRoute,
  request: JobRequest,
  { client, clock }: Pick<Setting, "client" | "clock">,
  facts: ReplyFacts,
  signal: AbortSignal,
): Promise<Response> {
  const left = new AbortController();
  const events = createImageEvents(route, client.calls, facts, {
    clock,
    leave() {
      left.abort();
    },
  });
  let latest: Job | undefined;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const job = client
    .generate(request, {
      signal: AbortSignal.any([signal, left.signal]),
      onProgress(next) {
        latest = next;
        if (hasBegun(next)) begin();
      },
      onPreview() {
        if (latest !== undefined) events.preview(latest);
      },
    })
    .then(finishedJob);
  await Promise.race([begun, job]).catch(async (error: unknown) => {
    await events.body.cancel();
    throw error;
  });
  void events.end(job);
  return new Response(events.body, { headers: { "Content-Type": "text/event-stream" } });
}

/** Rejects with the errors of the API, with `ApiError` for a refusal of the server, and with `JobFailed`. */
export async function makeImages(
  route: ImageRoute,
  given: Request,
  { client, standards, clock, base }: Setting,
): Promise<Response> {
  const { calls } = client;
  const { signal } = given;
  const isEdit = route === "edits";
  const fields = await (isEdit ? readFormFields(given) : readJsonFields(given));
  const name = readText(fields, "model");
  const options = readReplyOptions(fields, name);
  const standard = isEdit ? standards.editModel : standards.model;
  const { model, notes } = await chooseModel(calls, route, name === "" ? undefined : name, standard);
  const { request, size, notes: more } = mapJob(fields, model);
  const maskModels = async (): Promise<readonly string[]> =>
    (await listModels(calls))
      .filter(({ workflow, imageSetting }) => imageSetting !== undefined && "mask" in fieldsOf(workflow))
      .map(({ id }) => id);
  const uploads = isEdit ? await uploadImages(calls, fields, model, maskModels) : {};
  const body = { ...request, params: { ...request.params, ...uploads } };
  const facts: ReplyFacts = {
    ...options,
    notes: [...notes, ...options.notes, ...more],
    model: model.id,
    size,
    createdAt: Math.floor(clock.now() / 1000),
    base,
  };
  if (options.isStream) return streamReply(route, body, { client, clock }, facts, signal);
  return imageReply(calls, finishedJob(await client.generate(body, { signal })), facts);
}
