// Uploads files into the server's input folder; equal contents are sent once.

import { keepNewest, linkedController, PictorError, type Backend } from "@pictor/kernel/plugin";
import { createAbortableFlight } from "../base/abortable-flight.js";
import { readBodyLimit } from "../server/body-limit.js";
import { cacheReading } from "../server/cached-reading.js";
import { send, type RemoteServer, type ServerRequest } from "../server/requests.js";
import { mayHaveRestarted, type RestartSigns } from "../server/restart-signs.js";
import { digestOf } from "./file-contents.js";
import { inputLocationOf, nameInGraph, type InputLocation } from "./input-location.js";
import { sendFile } from "./send-file.js";

/** Smallest step of reported progress; for a large file the step is a hundredth of it. */
const minProgressBytes = 262_144;
/** Time limit in milliseconds for asking whether the server has a file; without an answer the file is sent. */
const existenceTimeoutMs = 20_000;
/** How many stored files are remembered; the least recently used is forgotten first. */
const maxStoredFiles = 4_000;

/** A file that the server has, and the restart signs at the time when that was known. */
interface StoredFile {
  readonly location: InputLocation;
  readonly signs: RestartSigns;
}

/**
 * Implements `Backend.upload`. A file is named after its contents; a file of that name and length that the server already
 * has is not sent again. Concurrent callers with equal contents share one upload, which is aborted when all of them cancel.
 * After signs of a restart, the server is asked again whether it has the file.
 */
export function createUploader(server: RemoteServer): Backend["upload"] {
  const storedFiles = new Map<string, StoredFile>();
  const flight = createAbortableFlight<string, readonly [sent: number, total: number]>();
  const bodyLimit = cacheReading(server, (signal) => readBodyLimit(server, { signal }), {
    isUsable: (limit) => limit !== undefined,
  });

  function remember(key: string, stored: StoredFile): void {
    storedFiles.delete(key);
    storedFiles.set(key, stored);
    keepNewest(storedFiles, maxStoredFiles);
  }

  return async (file, { signal, progress } = {}) => {
    const { controller, release } = linkedController(server.closed, signal);
    const digest = await digestOf(file, controller.signal).finally(release);
    const proposed = inputLocationOf(file.name, digest.sha256);
    const key = JSON.stringify([proposed.subfolder, digest.sha256, proposed.filename]);
    const { length } = digest;

    async function upload(
      abort: AbortSignal,
      report: (step: readonly [number, number]) => void,
    ): Promise<string> {
      const known = storedFiles.get(key);
      const signs = { ...server.restartSigns };
      if (known !== undefined && !mayHaveRestarted(known.signs, signs)) {
        remember(key, known);
        return nameInGraph(known.location);
      }
      const expected = known?.location ?? proposed;
      let location = (await isStored(server, expected, length, abort)) ? expected : undefined;
      if (location === undefined) {
        const onProgress = throttled(length, (sent) => report([sent, length]));
        const maxBytes = (await bodyLimit.get({ signal: abort }))?.maxBytes;
        const options = { file, digest, location: proposed, maxBytes, signal: abort, onProgress };
        location = await sendFile(server, options);
      }
      remember(key, { location, signs });
      return nameInGraph(location);
    }

    return flight(key, upload, { signal, onProgress: ([sent, total]) => progress?.(sent, total) });
  };
}

/** Limits the reports of progress: the first and the last call are reported, and calls between them that are far enough apart. */
function throttled(total: number, report: (sent: number) => void): (sent: number) => void {
  const step = Math.max(minProgressBytes, total / 100);
  let reported = 0;
  return (sent) => {
    if (sent < total && sent > reported && sent - reported < step) return;
    reported = sent;
    report(sent);
  };
}

/** Statuses of a server that lacks the file, or does not support HEAD for it. */
const notStoredStatuses = [400, 403, 404, 405, 406, 410, 416, 500, 501];

/** Whether the server has a file of this name and length; false if it does not answer. */
async function isStored(
  server: RemoteServer,
  location: InputLocation,
  length: number,
  signal: AbortSignal,
): Promise<boolean> {
  const request: ServerRequest = {
    method: "HEAD",
    url: server.routes.view({ ...location, area: "input" }),
    // The length of a compressed file says nothing about the file.
    headers: { "accept-encoding": "identity" },
    accept: notStoredStatuses,
    timeoutMs: existenceTimeoutMs,
  };
  try {
    return await send(server, request, { signal }, async (reply) => {
      await reply.discard();
      const { status, headers } = reply;
      const isUncompressed = headers["content-encoding"] === undefined;
      return status === 200 && isUncompressed && headers["content-length"] === String(length);
    });
  } catch (error) {
    if (error instanceof PictorError && error.code === "BACKEND_UNREACHABLE") return false;
    throw error;
  }
}
