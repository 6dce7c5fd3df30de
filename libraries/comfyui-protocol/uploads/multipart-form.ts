// Reads a multipart form as it arrives: streams its files to temporary files, and keeps its fields in memory.
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { discard } from "@pictor/kernel/plugin";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";

/** A file of the form, received completely. */
export interface StagedFile {
  /** The name that the client sent, without leading slashes and backslashes. */
  readonly filename: string;
  /** The temporary file; it is removed after `use`. */
  readonly path: string;
  readonly sha256: string;
}

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  /** The first file of the field `image`. Other files are not kept. */
  readonly image: StagedFile | undefined;
}

/**
 * Calls `use` with the form, and removes the temporary file afterwards. A body that is not a multipart form yields an
 * empty form; a malformed form throws. `folder` must be on the file system to which `use` moves the files.
 */
export async function withForm<Result>(
  source: { readonly contentType: string; readonly body: AsyncIterable<Buffer>; readonly folder: string },
  use: (form: Form) => Promise<Result>,
): Promise<Result> {
  const fields = new Map<string, string>();
  if (!/^multipart\/form-data\b/i.test(source.contentType)) return use({ fields, image: undefined });
  const target = path.join(source.folder, `.upload-${randomBytes(8).toString("hex")}`);
  let image: BusboyFileStream | undefined;
  let receiving: Promise<StagedFile> | undefined;
  const parser = new Busboy({
    headers: { "content-type": source.contentType },
    preservePath: true,
    // As on real servers, a part without a file name is a field, whatever its content type.
    isPartAFile: (_field, _type, filename) => filename !== undefined && filename !== "",
  });
  parser.on("field", (name, value) => fields.set(name, value));
  parser.on("file", (name, stream, filename) => {
    // A body that ends inside the file is an error of the stream, too. Without a listener, it would end the process.
    stream.on("error", () => undefined);
    if (name !== "image" || image !== undefined) {
      stream.resume();
      return;
    }
    image = stream;
    const given = filename.replace(/^[/\\]+/, "");
    receiving = stage(stream, target).then((sha256) => ({ filename: given, path: target, sha256 }));
    receiving.catch(() => undefined);
  });
  try {
    const finished = once(parser, "finish");
    finished.catch(() => undefined);
    await pipeline(Readable.from(source.body), parser);
    await finished;
    return await use({ fields, image: await receiving });
  } finally {
    // After a malformed body the parser does not end its streams.
    image?.destroy();
    await receiving?.catch(() => undefined);
    await discard(target);
  }
}

/**
 * Writes the stream to a new file, and returns the SHA-256 of its content. After a failure it drops the rest of the stream,
 * because the parser waits until all was read.
 */
async function stage(stream: BusboyFileStream, target: string): Promise<string> {
  const hash = createHash("sha256");
  async function* parts(): AsyncGenerator<Buffer> {
    for await (const part of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(part);
      yield part;
    }
  }
  try {
    await writeFile(target, parts(), { flag: "wx", mode: 0o600 });
  } finally {
    stream.resume();
  }
  return hash.digest("hex");
}
