// A real server with a real Pictor in a temporary folder, and calls that check every reply against schemas/openapi.json.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { userVariables } from "@pictor/host/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createPictor } from "@pictor/host";
import { certificatesOf } from "@pictor/host/trust";
import {
  jsonPointer,
  loadConfiguration,
  type Configuration,
  type Plugin,
  type PluginSource,
} from "@pictor/kernel";
import { createServer, type AccessRecord, type PictorServer, type ServerOptions } from "../index.js";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The body as JSON. Throws for any other. */
  json(): Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  /** Default: the token of the run. `null`: none. */
  readonly token?: string | null;
}

export interface TestServer {
  readonly server: PictorServer;
  readonly port: number;
  readonly folder: string;
  readonly log: readonly AccessRecord[];
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** The status of a reply that is JSON, and its `code`. */
  codeOf(method: string, path: string, options?: CallOptions): Promise<readonly [number, unknown]>;
  /** Makes a token, whose id is that of its record. */
  createToken(
    name: string,
    scopes: readonly string[],
  ): Promise<{ readonly token: string; readonly id: string }>;
  close(): Promise<void>;
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
}

const root = join(import.meta.dirname, "../..");
const openapi = JSON.parse(readFileSync(join(root, "schemas/openapi.json"), "utf8")) as Described;
// Each schema is used a few times, so its code is not worth optimizing.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateFormats: false,
  code: { optimize: false },
}).addSchema(openapi, "openapi");

const patterns = Object.keys(openapi.paths).map((path) => ({
  path,
  form: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** Why a reply is not what the description says; undefined if it is. */
function contractBreach(
  method: string,
  path: string,
  status: number,
  type: string,
  body: string,
): string | undefined {
  const fitting = patterns.filter(({ form }) => form.test(path)).map(({ path: pattern }) => pattern);
  // A fixed path and one with a part that varies may fit; the method decides.
  const known =
    fitting.find((pattern) => openapi.paths[pattern]?.[method.toLowerCase()] !== undefined) ?? fitting[0];
  const operation = known === undefined ? undefined : openapi.paths[known]?.[method.toLowerCase()];
  const isProblem = type === "application/problem+json";
  // What the APIs of plugins answer is their own matter.
  if (method === "OPTIONS" || !/^\/(?:v\d+|healthz|metrics)(?:\/|$)/.test(path)) return undefined;
  if (status >= 400 && !isProblem) return status === 416 ? undefined : `${status} is no problem document`;
  if (known === undefined || operation === undefined)
    return isProblem ? undefined : "the route is not described";
  const declared = isProblem ? `${Math.floor(status / 100)}XX` : String(status);
  if (!Object.hasOwn(operation.responses, declared)) return `the status ${status} is not described`;
  if (type !== "application/json" && !isProblem) return undefined;
  if (path === "/v1/openapi.json") return undefined;
  // Many routes refer to the same schema, which is compiled once.
  const shared = operation.responses[declared]?.content?.[type]?.schema?.$ref;
  const steps = ["paths", known, method.toLowerCase(), "responses", declared, "content", type, "schema"];
  const place = shared ?? encodeURI(`#${jsonPointer(...steps)}`);
  const validate = ajv.getSchema(`openapi${place}`);
  if (validate === undefined) return `no schema at ${place}`;
  return validate(JSON.parse(body)) === true ? undefined : ajv.errorsText(validate.errors);
}

const guarded = new WeakSet<Socket>();

function send(
  port: number,
  method: string,
  path: string,
  options: CallOptions,
  token: string,
): Promise<Reply> {
  const { body } = options;
  const text =
    body === undefined || typeof body === "string" || body instanceof Uint8Array
      ? body
      : JSON.stringify(body);
  const given = options.token === undefined ? token : options.token;
  const headers = {
    ...(given !== null && { Authorization: `Bearer ${given}` }),
    ...(text !== undefined && { "Content-Type": "application/json" }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0 } = response;
        const json = () => JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
        resolve({ status, headers: response.headers, bytes, json });
      });
    });
    request.on("error", reject);
    // The rest of a body that the server has refused can fail after the reply, when the request no longer listens.
    request.on("socket", (socket) => {
      if (!guarded.has(socket)) socket.on("error", () => undefined);
      guarded.add(socket);
    });
    request.end(text);
  });
}

export interface StartOptions extends Partial<Omit<ServerOptions, "createPictor">> {
  readonly configuration?: Configuration;
  readonly plugins?: readonly { readonly manifest: object; readonly plugin: Plugin }[];
  /** Further plugins, of any source. */
  readonly sources?: readonly PluginSource[];
  /** Default: all. */
  readonly builtins?: "none";
  /** The folder of an earlier server, which then starts again. Default: a new one. */
  readonly folder?: string;
}

export async function startTestServer(options: StartOptions = {}): Promise<TestServer> {
  const {
    configuration = {},
    plugins = [],
    sources = [],
    builtins,
    folder = mkdtempSync(join(tmpdir(), "pictor-server-")),
    ...rest
  } = options;
  const log: AccessRecord[] = [];
  const server = await createServer({
    folder: join(folder, "server"),
    presetsFile: join(folder, "presets.json"),
    thumbnailsFolder: join(folder, "thumbnails"),
    accessLog: (record) => log.push(record),
    ...rest,
    createPictor: async (interaction) =>
      createPictor({
        interaction,
        plugins: [...plugins.map((plugin) => ({ kind: "inline" as const, ...plugin })), ...sources],
        ...(builtins !== undefined && { builtins }),
        configuration: {
          ...(await loadConfiguration({
            directory: folder,
            flags: { outputs: { directory: join(folder, "outputs") }, ...configuration },
          })),
          certificates: certificatesOf(userVariables(folder)),
        },
      }),
  });
  const port = server.url === "" ? 0 : Number(new URL(server.url).port);
  const test: TestServer = {
    server,
    port,
    folder,
    log,
    async createToken(name, scopes) {
      const created = await test.call("POST", "/v1/tokens", { body: { name, scopes } });
      const { token, record } = created.json() as { token: string; record: { id: string } };
      return { token, id: record.id };
    },
    async call(method, path, callOptions = {}) {
      const reply = await send(port, method, path, callOptions, server.token);
      const type = String(reply.headers["content-type"] ?? "").split(";", 1)[0] ?? "";
      const breach = contractBreach(
        method,
        path.split("?", 1)[0] ?? "",
        reply.status,
        type,
        reply.bytes.toString(),
      );
      if (breach !== undefined)
        throw new Error(`${method} ${path}: ${breach}\n${reply.bytes.toString().slice(0, 500)}`);
      return reply;
    },
    async codeOf(...given) {
      const reply = await test.call(...given);
      return [reply.status, reply.json()["code"]];
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return test;
}
