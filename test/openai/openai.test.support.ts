// Pictor with OpenAI's images API, requests to it, and how an image was made according to the image.

import { decodeImage, encodePng } from "@pictor/images";
import { projectFromImage, readImageMetadata } from "@pictor/image-metadata";
import { startTestServer, type TestServer } from "../../server/testing/start-server.js";

export interface OpenAiReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data: readonly { readonly b64_json?: string; readonly url?: string }[];
    readonly error?: {
      readonly message: string;
      readonly type: string;
      readonly code: string;
      readonly param: unknown;
    };
    readonly pictor: {
      readonly job: string;
      readonly model: string;
      readonly seeds: readonly string[];
      readonly notes: readonly string[];
    };
    readonly [name: string]: unknown;
  };
}

export interface OpenAiServer {
  readonly test: TestServer;
  /** The base address for clients of OpenAI. */
  readonly base: string;
  /** Sends an object as JSON, and a form as it is. */
  post(route: string, body: object, token?: string): Promise<OpenAiReply>;
  close(): Promise<void>;
}

export async function startOpenAi(): Promise<OpenAiServer> {
  const test = await startTestServer({ configuration: { backend: "embedded" } });
  const base = `${test.server.url}/openai/v1`;
  return {
    test,
    base,
    async post(route, body, token = test.server.token) {
      const isForm = body instanceof FormData;
      const reply = await fetch(`${base}/${route}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, ...(!isForm && { "Content-Type": "application/json" }) },
        body: isForm ? body : JSON.stringify(body),
      });
      return {
        status: reply.status,
        headers: reply.headers,
        body: (await reply.json()) as OpenAiReply["body"],
      };
    },
    close: () => test.close(),
  };
}

/** Settings with which the embedded backend is fast. */
export const small = { size: "64x64", steps: 2 } as const;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const textOfSeed = (seed: unknown): string =>
  typeof seed === "bigint" || typeof seed === "number" ? seed.toString() : asString(seed);
const asString = (value: unknown): string => (typeof value === "string" ? value : "");

/** How an image was made, and its format, according to the record that it has. The seed is a text. */
export async function madeBy(image: Uint8Array) {
  const metadata = await readImageMetadata(once(image));
  const imported = projectFromImage(metadata, "");
  if ("refusal" in imported) throw new Error("The image does not say how it was made");
  const { workflow, params, features } = imported.project;
  const { format, width, height } = metadata;
  const seed = textOfSeed(params["seed"]);
  return {
    workflow,
    params: { ...params, seed } as Readonly<Record<string, unknown>>,
    seed,
    features: features.map(({ id }) => id),
    format,
    width,
    height,
  };
}

export const bytesOf = (base64 = ""): Buffer => Buffer.from(base64, "base64");

/** A gray PNG whose left half is transparent if `hole`. */
export function png(width: number, height: number, hole = false): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(width * height * 4).fill(128);
  for (let pixel = 0; pixel < width * height; pixel++)
    rgba[pixel * 4 + 3] = hole && pixel % width < width / 2 ? 0 : 255;
  return Uint8Array.from(
    encodePng(hole ? { width, height, rgba } : decodeImage(encodePng({ width, height, rgba }))),
  );
}

export const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = "image.png"): File =>
  new File([bytes], name, { type: "image/png" });

/** A form with texts and files. */
export function formOf(parts: Readonly<Record<string, string | File | readonly File[]>>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts))
    for (const each of Array.isArray(part) ? (part as readonly File[]) : [part as string | File])
      form.append(name, each);
  return form;
}
