// The API a1111 of a real server, on its port and on a port of its own, and what the images of its replies say.

import { readImageMetadata, type ProjectRecord } from "@pictor/image-metadata";
import { startTestServer, type StartOptions, type TestServer } from "../../server/testing/start-server.js";

export interface WebUiReply {
  readonly status: number;
  /** Fields that had no effect, as the header names them. */
  readonly ignored: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WebUi {
  readonly test: TestServer;
  /** Address of the port of its own, on which no token is needed. */
  readonly own: string;
  get(route: string, token?: string): Promise<WebUiReply>;
  post(route: string, body: object | string, token?: string): Promise<WebUiReply>;
  /** Creates a token with the scope `generate`. */
  token(name: string): Promise<string>;
  close(): Promise<void>;
}

export const basic = (token: string): string => `Basic ${Buffer.from(`any:${token}`).toString("base64")}`;

export async function startWebUi(options: StartOptions = {}): Promise<WebUi> {
  const test = await startTestServer({ ports: () => [{ port: 0, path: "/sdapi" }], ...options });
  const send = async (method: string, route: string, token: string, body?: string): Promise<WebUiReply> => {
    const reply = await fetch(`${test.server.url}/sdapi/v1/${route}`, {
      method,
      headers: { Authorization: basic(token), "Content-Type": "application/json" },
      ...(body !== undefined && { body }),
    });
    return {
      status: reply.status,
      ignored: reply.headers.get("x-pictor-ignored"),
      body: (await reply.json()) as WebUiReply["body"],
    };
  };
  return {
    test,
    own: test.server.ports[0]?.url ?? "",
    get: (route, token = test.server.token) => send("GET", route, token),
    post: (route, body, token = test.server.token) =>
      send("POST", route, token, typeof body === "string" ? body : JSON.stringify(body)),
    token: async (name) => (await test.createToken(name, ["generate"])).token,
    close: () => test.close(),
  };
}

export const imagesOf = ({ body }: WebUiReply): readonly string[] => body["images"] as readonly string[];
export const infoOf = ({ body }: WebUiReply) =>
  JSON.parse(String(body["info"])) as Readonly<Record<string, unknown>>;

/** The metadata of an image in base64. */
export async function metadataOf(image: string) {
  const source = async function* () {
    yield Buffer.from(image, "base64");
  };
  return readImageMetadata(source());
}

export async function recordOf(image: string | undefined): Promise<ProjectRecord> {
  const { record } = await metadataOf(image ?? "");
  if (record === undefined) throw new Error("the image has no record");
  return record;
}
