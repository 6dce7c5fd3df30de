// The API: answers the routes of OpenAI's images API with the rights of the caller.

import { createClient, type Client } from "@pictor/client";
import { percentDecode, type Api, type ApiContext, type Clock } from "@pictor/kernel/plugin";
import { asOpenAiError, failureResponse } from "./error-shape.js";
import { routeUnknown } from "./faults.js";
import { findModel, listModels } from "./find-model.js";
import { makeImages, type Standards } from "./make-images.js";
import { describeModel } from "./models.js";
import { failureOfThrown } from "./run-job.js";

export interface ImagesApiOptions extends Standards {
  readonly clock: Clock;
}

const root = "/openai/v1";

/** The local API as the caller, without a network. */
const clientOf = ({ pictor }: ApiContext): Client =>
  createClient({ url: pictor.url, token: "", fetch: pictor.fetch, events: "server-sent" });

async function answer(request: Request, context: ApiContext, options: ImagesApiOptions): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { method } = request;
  const client = clientOf(context);
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : "";
  if (method === "GET" && path === "/models") {
    const data = (await listModels(client.calls)).map(describeModel);
    return Response.json({ object: "list", data });
  }
  const [, id] = /^\/models\/(.+)$/.exec(path) ?? [];
  if (method === "GET" && id !== undefined)
    return Response.json(describeModel(await findModel(client.calls, percentDecode(id))));
  const [, route] = /^\/images\/(generations|edits)$/.exec(path) ?? [];
  if (method !== "POST" || (route !== "generations" && route !== "edits"))
    throw routeUnknown(method, pathname);
  return makeImages(route, request, {
    client,
    standards: options,
    clock: options.clock,
    base: new URL("/", request.url).href,
  });
}

export const createImagesApi = (options: ImagesApiOptions): Api => ({
  async fetch(request, context) {
    try {
      return await answer(request, context, options);
    } catch (error) {
      const failure = failureOfThrown(error);
      if (failure === undefined) throw error;
      return failureResponse(failure);
    }
  },
  problem: asOpenAiError,
});
