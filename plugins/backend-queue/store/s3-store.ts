// The store in a bucket of an S3-compatible server. The requests are signed by the auth profile of the settings.

import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CallOptions,
  discard,
  fault,
  type Network,
  percentEncode,
  type Reply,
} from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";
import { spool } from "./spool.js";
import { requireDigest, verified, type ContentStore, type Digest } from "./store.js";

export interface S3StoreOptions {
  /** The instance's name, for errors. */
  readonly name: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly prefix: string;
  /** Name of the auth profile; empty for none. */
  readonly auth: string;
  readonly network: Network;
}

/** The code in S3's description of an error, which is XML. */
async function reasonIn(reply: Reply): Promise<string | undefined> {
  const text = await reply.text().catch(() => "");
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(text)?.[1];
}

/** The bucket is part of the path, which every S3-compatible server understands. */
export function openS3Store(options: S3StoreOptions): ContentStore {
  const { name, network } = options;
  const base = options.endpoint.replace(/\/+$/, "");
  const addressOf = (digest: Digest): string =>
    [base, percentEncode(options.bucket), ...`${options.prefix}${digest}`.split("/").map(percentEncode)].join(
      "/",
    );
  const auth = options.auth === "" ? {} : { auth: options.auth };
  const where = `${base}/${options.bucket}`;
  const refused = (method: string, status: number, reason = "no reason was given") =>
    queueFault("QUEUE_STORE_REFUSED", { name, method, where, status, reason }, { more: { status } });
  /**
   * A refusal says "not known to be there", like 404: S3 answers so when the key may not list the bucket, and the reply
   * to HEAD gives no reason. The PUT that follows gives one.
   */
  const isThere = async (url: string, more: CallOptions): Promise<boolean> => {
    const reply = await network.send({ ...auth, method: "HEAD", url }, more);
    await reply.discard();
    if (reply.status === 200) return true;
    if (reply.status >= 400 && reply.status < 500) return false;
    throw refused("HEAD", reply.status);
  };
  /** Stores the file, unless it is there; a bucket with rules of its own keeps a file from its last storing on. */
  const send = async (path: string, digest: Digest, length: number, more: CallOptions): Promise<void> => {
    const url = addressOf(digest);
    if (await isThere(url, more)) return;
    const body = {
      open: () => createReadStream(path) as AsyncIterable<Uint8Array>,
      length,
      replayable: true,
    };
    const reply = await network.send({ ...auth, method: "PUT", url, body }, more);
    if (reply.status !== 200 && reply.status !== 201)
      throw refused("PUT", reply.status, await reasonIn(reply));
    await reply.discard();
  };

  return {
    where,
    addressOf,
    async put(body, { signal } = {}) {
      const folder = await mkdtemp(join(tmpdir(), "pictor-queue-"));
      try {
        const path = join(folder, randomUUID());
        const { digest, length } = await spool(path, body, { isFlushed: false, signal });
        await send(path, digest, length, { signal });
        return digest;
      } finally {
        await discard(folder);
      }
    },
    async *get(digest, more = {}) {
      requireDigest(digest);
      const reply = await network.send({ ...auth, url: addressOf(digest) }, more);
      if (reply.status !== 200) {
        const reason = await reasonIn(reply);
        if (reply.status === 404 && reason !== "NoSuchBucket")
          throw fault("BACKEND_FILE_GONE", { filename: digest, status: 404 });
        throw refused("GET", reply.status, reason);
      }
      yield* verified(digest, reply.body as AsyncIterable<Uint8Array>);
    },
    sweep: () => Promise.resolve(),
  };
}
