// The rules of APIs: they answer every request and every handshake, and their refusals are JSON.

import {
  describeValue,
  fault,
  isRecord,
  PictorError,
  reasonOf,
  type Api,
  type ApiContext,
} from "@pictor/kernel";
import { readSamples } from "../read-samples.js";
import type { Rule, Subject } from "../rule.js";
import type { ApiSample, SampleAnswer, SampleRequest } from "../samples.js";
import { withPlugin } from "../with-plugin.js";

const origin = "http://127.0.0.1";

/** The reply of the local API that describes itself. */
const entry = JSON.stringify({ name: "pictor", version: "0.0.0" });

/** The refusal of the local API for a path without a sample. */
const unknownPage = (path: string): SampleAnswer => {
  const title = `The rules have no answer of the local API for ${path}.`;
  const hint = "Name one in contract.js: { apis: { ID: { pages } } }.";
  return {
    status: 404,
    headers: { "Content-Type": "application/problem+json" },
    body: JSON.stringify({
      type: "urn:pictor:error:API_THING_UNKNOWN",
      title,
      status: 404,
      detail: `${title} ${hint}`,
      code: "API_THING_UNKNOWN",
      hint,
    }),
  };
};

const asPictorError = (error: unknown): PictorError =>
  error instanceof PictorError ? error : fault("INTERNAL", { reason: reasonOf(error) });

/** What an API sees of a server without backends, whose local API answers only the pages of the sample. */
const emptyServer = ({ pages = {} }: ApiSample): ApiContext => ({
  caller: { id: "contract", name: "contract", scopes: ["read", "generate", "request", "admin"] },
  signal: new AbortController().signal,
  pictor: {
    url: origin,
    fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : input, origin);
      const known: NonNullable<ApiSample["pages"]> = { "/v1": { body: entry }, ...pages };
      const page = Object.hasOwn(known, pathname) ? known[pathname] : undefined;
      const { status = 200, body = "{}", headers = {} } = page ?? unknownPage(pathname);
      const type = { "Content-Type": "application/json" };
      return Promise.resolve(new Response(body, { status, headers: { ...type, ...headers } }));
    },
  },
  problemOf: (error) => {
    const { code, what: title, hint } = asPictorError(error);
    return { status: 500, code, title, detail: `${title} ${hint}`, hint };
  },
  backend: (backend) =>
    Promise.reject(fault("BACKEND_UNKNOWN", { backend, origin: "", known: "none", suggestion: "" })),
});

/** Calls `use` with each API of the plugin, opened, in a kernel. */
function withApis(
  subject: Subject,
  use: (
    api: Api,
    contributed: { readonly id: string; readonly prefix: string },
    sample: ApiSample,
  ) => Promise<void>,
): Promise<undefined> {
  return withPlugin(subject, async ({ pictor }) => {
    const samples = await readSamples(subject);
    for (const contributed of subject.manifest.contributes?.apis ?? [])
      await use(await pictor.openApi(contributed.id), contributed, samples.apis?.[contributed.id] ?? {});
    return undefined;
  });
}

const requestOf = ({ path, method, headers = {}, body }: SampleRequest): Request =>
  new Request(`${origin}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    ...(body !== undefined && { body }),
  });

async function answer(api: Api, request: Request, context: ApiContext): Promise<unknown> {
  try {
    return await api.fetch(request, context);
  } catch (error) {
    return error;
  }
}

/** An unknown path, other methods of it, and a body that is no JSON: each has a response, or an error that says why not. */
const apisAnswer = (subject: Subject): Promise<undefined> =>
  withApis(subject, async (api, { id, prefix }, sample) => {
    const path = `${prefix}/contract-check`;
    const json = { "Content-Type": "application/json" };
    const requests: readonly SampleRequest[] = [
      { path },
      { path: prefix },
      { path: `${path}?a=%FF&b`, method: "DELETE" },
      { path, headers: json, body: "{" },
    ];
    for (const sent of requests) {
      const request = requestOf(sent);
      const reply = await answer(api, request, emptyServer(sample));
      if (reply instanceof PictorError) continue;
      const what = `${request.method} ${sent.path}${sent.body === undefined ? "" : ` with the body "${sent.body}"`}`;
      if (!(reply instanceof Response))
        throw new Error(
          `the API ${id} answers ${what} with ${reply instanceof Error ? `the exception "${reply.message}"` : describeValue(reply)}; expected a Response, or an error of a catalog`,
        );
      await reply.arrayBuffer().catch((error: unknown) => {
        throw new Error(`the body of the answer of the API ${id} to ${what} ends with: ${String(error)}`);
      });
    }
  });

/** The requests of the sample have the status that they should have. */
async function samplesAnswered(subject: Subject): ReturnType<Rule["check"]> {
  const without: string[] = [];
  await withApis(subject, async (api, { id }, sample) => {
    if (sample.requests === undefined) without.push(id);
    for (const sent of sample.requests ?? []) {
      const request = requestOf(sent);
      const reply = await answer(api, request, emptyServer(sample));
      const what = `the API ${id} answers ${request.method} ${sent.path} with`;
      if (!(reply instanceof Response))
        throw new Error(`${what} ${reply instanceof Error ? reply.message : describeValue(reply)}`);
      const isRight = sent.status === undefined ? reply.status < 400 : reply.status === sent.status;
      if (!isRight)
        throw new Error(`${what} status ${reply.status}; expected ${sent.status ?? "a status below 400"}`);
    }
  });
  return without.length === 0
    ? undefined
    : {
        notChecked: `contract.js has no requests for ${without.join(", ")}: { apis: { ${without[0] ?? ""}: { requests: [{ path }] } } }`,
      };
}

const upgradesAnswer = (subject: Subject): Promise<undefined> =>
  withApis(subject, async (api, { id, prefix }, sample) => {
    if (api.upgrade === undefined) return;
    const request = new Request(`${origin}${prefix}/contract-check`);
    const accepted: unknown = await Promise.resolve(api.upgrade(request, emptyServer(sample))).catch(
      (error: unknown) => error,
    );
    if (accepted instanceof Response || accepted instanceof PictorError) return;
    if (isRecord(accepted) && typeof accepted["open"] === "function") return;
    throw new Error(
      `the API ${id} answers a handshake with ${accepted instanceof Error ? `the exception "${accepted.message}"` : describeValue(accepted)}; expected a Response, { open }, or an error of a catalog`,
    );
  });

const problemsAreJson = (subject: Subject): Promise<undefined> =>
  withApis(subject, (api, { id }) => {
    const title = "There is no workflow contract.";
    const problem = { status: 404, code: "WORKFLOW_UNKNOWN", title, detail: title };
    if (api.problem === undefined) return Promise.resolve();
    let found: string;
    try {
      const body = api.problem(problem);
      const text = JSON.stringify(body) as string | undefined;
      if (text !== undefined && !(body instanceof Promise)) return Promise.resolve();
      found = body instanceof Promise ? "a promise" : describeValue(body);
    } catch (error) {
      found = `the exception "${(error as Error).message}"`;
    }
    throw new Error(`problem() of the API ${id} returns ${found}; expected the JSON body of a refusal`);
  });

const rule = (id: string, name: string, check: Rule["check"]): Rule => ({
  id,
  name,
  check,
  contribution: "apis",
});

export const apiRules: readonly Rule[] = [
  rule("api-answers", "has APIs that answer every request", apisAnswer),
  rule("api-samples", "has APIs that answer the requests of contract.js", samplesAnswered),
  {
    ...rule("api-upgrades", "has APIs that answer every handshake", upgradesAnswer),
    applies: ({ contributes }) => (contributes?.apis ?? []).some(({ webSocket }) => webSocket),
  },
  rule("api-problems", "has APIs whose refusals are JSON", problemsAreJson),
];
