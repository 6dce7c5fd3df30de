// The entry of a thread that makes thumbnails, one after the other.

import { parentPort } from "node:worker_threads";
import { makeThumbnail, type ThumbnailTask } from "./make-thumbnail.js";

parentPort?.on("message", (task: ThumbnailTask) => parentPort?.postMessage(makeThumbnail(task)));
