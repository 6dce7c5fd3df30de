// Turns the table of routes and their handlers into one function from a request to a response.
//
//   Host, Origin, Sec-Fetch-Site ─► route ─► token ─► scope ─► content type ─► body, query, headers ─► handler

import { Hono, type Context } from "hono";
import type { Redact } from "@pictor/host";
import { errorOf, type Validate, didYouMean } from "@pictor/kernel";
import { corsHeaders, originIn, refusalOf, type ListenerNames } from "../access/sender.js";
import { linkParameter, type Links } from "../access/links.js";
import { fault } from "../contract/faults.js";
import type { Caller, OperationSpec } from "@pictor/features/base";
import { StatusReply } from "./status-reply.js";
import type { OpenAccess, OpenRecord } from "./access-log.js";
import { bearerOf, requireScope, type Authentication } from "./authenticate.js";
import { problemResponse } from "./problem.js";
import { parseBody, readText, requireContentType } from "./read-body.js";
import { limitedBytes, type ByteSource } from "./read-bytes.js";
import { readHeaders, readQuery } from "./read-parameters.js";
import { goneSignal } from "./web-request.js";
import { textResponse } from "./write-response.js";

/** A route with its function, which gets the checked request that the specification describes. */
export interface Route extends OperationSpec {
  run(call: never): unknown;
}

export interface AppOptions {
  readonly names: () => ListenerNames;
  readonly authentication: Authentication;
  readonly links: Links;
  readonly routes: readonly Route[];
  readonly routesOf: (path: string) => readonly OperationSpec[];
  /** The validator of a body of schemas/api.schema.json. */
  readonly validatorOf: (name: string) => Validate;
  readonly redact: Redact;
  readonly openAccess: OpenAccess;
  /** The size limit of a JSON body, in bytes. */
  readonly bodyLimit: number;
}

/** The data that the adapter of Node's server passes with a request. */
export interface Bindings {
  readonly incoming?: ByteSource & { readonly socket: { readonly remoteAddress?: string | undefined } };
  readonly outgoing?: Parameters<typeof goneSignal>[0];
  /** The caller whose token was checked already; set only by `App.callAs`. */
  readonly caller?: Caller;
  /**
   * Ends the call; set only by `App.callAs`. The signal of the request itself can lose its source to garbage
   * collection.
   */
  readonly signal?: AbortSignal;
  readonly access?: OpenRecord;
}

/** The data about the connection that the server passes with a client's request. */
export interface ServeBindings extends Pick<Bindings, "incoming" | "outgoing"> {
  /** The hosts and origins of the port. Default: those of the main port. */
  readonly names?: ListenerNames;
}

const nobody: Caller = { tokenId: "", name: "", scopes: [] };

/** Headers of every response on the main port: no browser treats it as a page or shows it to another origin. */
export const inertHeaders = {
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

/** Headers of every response of the API itself, of which none may be cached. */
const commonHeaders = { "Cache-Control": "no-store", ...inertHeaders } as const;

const changes = (method: string): boolean => method === "POST" || method === "PUT" || method === "PATCH";

/** The response with what the function of a route has returned. */
function toResponse(reply: unknown, { replies }: OperationSpec): Response {
  if (reply instanceof Response) return reply;
  const own = reply instanceof StatusReply;
  const status = own ? reply.status : Number(Object.keys(replies)[0]);
  const headers = { "Content-Type": "application/json" };
  return textResponse(JSON.stringify(own ? reply.json : reply), { status, headers });
}

/** The reply to a CORS preflight request for a path with routes of these methods. */
function preflight(path: string, methods: readonly string[]): Response {
  if (methods.length === 0) throw fault("API_ROUTE_UNKNOWN", { path, suggestion: "" });
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": "authorization, content-type, idempotency-key, last-event-id, prefer",
      "Access-Control-Max-Age": "600",
    },
  });
}

function unknownRoute(
  { method, path }: { readonly method: string; readonly path: string },
  methods: readonly string[],
  known: readonly string[],
): never {
  if (methods.length > 0) throw fault("API_METHOD_UNKNOWN", { path, method, allowed: methods.join(", ") });
  throw fault("API_ROUTE_UNKNOWN", { path, suggestion: didYouMean(path, known) });
}

export interface App {
  /** Answers a request of a client. */
  readonly serve: (request: Request, env?: ServeBindings) => Promise<Response>;
  /** Answers a request that the server itself sends for a client whose token it has already checked. */
  readonly callAs: (caller: Caller, request: Request, signal?: AbortSignal) => Promise<Response>;
}

type AppContext = Context<{ Bindings: Bindings; Variables: { caller: Caller } }>;

/** The holder of the token, or of the link in its place, with the scope of the route. `url` loses the link. */
async function callerOf(
  spec: Route,
  context: AppContext,
  url: URL,
  { authentication, links }: AppOptions,
): Promise<Caller> {
  const { incoming, caller: checked, access } = context.env;
  const token = bearerOf(context.req.raw.headers.get("authorization"));
  // A link replaces the token; a request with a token needs no link.
  const link = spec.linkable === true && token === undefined ? links.read(url) : ({ kind: "none" } as const);
  if (spec.linkable === true) url.searchParams.delete(linkParameter);
  if (spec.scope === "none") return nobody;
  const address = incoming?.socket.remoteAddress ?? "";
  const check = () =>
    link.kind === "none"
      ? authentication.holderOf(token, address)
      : authentication.holderOfLink(link, address);
  const caller = checked ?? (await check());
  access?.caller(caller.name);
  context.set("caller", caller);
  requireScope(caller, spec.scope);
  return caller;
}

/** Checks a request against the specification of its route, and runs the route. */
async function handle(spec: Route, context: AppContext, options: AppOptions): Promise<Response> {
  const request = context.req.raw;
  const { incoming, outgoing } = context.env;
  const url = new URL(request.url);
  const caller = await callerOf(spec, context, url, options);
  if (changes(spec.method)) requireContentType(request, spec.bytes?.media);
  const bytesUpTo = (limit: number) => limitedBytes(request, incoming, limit);
  const bodyText = spec.body === undefined ? "" : await readText(bytesUpTo(options.bodyLimit));
  const body =
    spec.body === undefined ? undefined : await parseBody(bodyText, options.validatorOf(spec.body));
  let gone: AbortSignal | undefined;
  const call = {
    params: context.req.param(),
    query: readQuery(spec.query ?? {}, url.searchParams),
    headers: readHeaders(spec.headers ?? {}, request.headers),
    body,
    bytes: spec.bytes && bytesUpTo(spec.bytes.limit),
    bodyText,
    caller,
    address: incoming?.socket.remoteAddress ?? "",
    request,
    // The signal of the adapter's request is not used, because the adapter would also begin to read the body.
    get signal() {
      return (gone ??=
        outgoing === undefined ? (context.env.signal ?? request.signal) : goneSignal(outgoing));
    },
  };
  // The parts of the request that the specification names were checked above.
  return toResponse(await spec.run(call as never), spec);
}

/** The routes as an app of Hono. */
function createRouter(options: AppOptions) {
  const { routes, routesOf, redact } = options;
  const app = new Hono<{ Bindings: Bindings; Variables: { caller: Caller } }>();
  for (const spec of routes)
    app.on(spec.method, spec.path.replaceAll(/\{(\w+)\}/g, ":$1"), (context) =>
      handle(spec, context, options),
    );
  app.all("*", ({ req }) => {
    const methods = routesOf(req.path).map(({ method }) => method);
    if (req.method === "OPTIONS") return preflight(req.path, methods);
    return unknownRoute(
      req,
      methods,
      routes.map(({ path }) => path),
    );
  });
  app.onError((error, { env }) => {
    env.access?.refused(errorOf(error).code);
    return problemResponse(error, redact);
  });
  return app;
}

export function createApp(options: AppOptions): App {
  const app = createRouter(options);
  const serve: App["serve"] = async (request, { incoming, outgoing, names = options.names() } = {}) => {
    const { headers, method } = request;
    const access = options.openAccess({
      method,
      path: new URL(request.url).pathname,
      address: incoming?.socket.remoteAddress,
    });
    const origin = headers.get("origin") ?? undefined;
    const refusal = refusalOf(
      {
        method,
        host: headers.get("host") ?? undefined,
        origin,
        fetchSite: headers.get("sec-fetch-site") ?? undefined,
        referrer: originIn(headers.get("referer")),
        serviceWorker: headers.get("service-worker") ?? undefined,
      },
      names,
    );
    const response =
      refusal === undefined
        ? await app.fetch(request, { incoming, outgoing, access })
        : problemResponse(refusal, options.redact);
    for (const [name, value] of Object.entries({ ...commonHeaders, ...corsHeaders(origin, names) }))
      if (!response.headers.has(name)) response.headers.set(name, value);
    access.end(response.status);
    return response;
  };
  return {
    serve,
    callAs: async (caller, request, signal) =>
      app.fetch(request, { caller, ...(signal !== undefined && { signal }) }),
  };
}
