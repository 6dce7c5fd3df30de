// The thumbnails of a server: their folder, and the threads that make them.

import { join } from "node:path";
import type { Clock, SystemEnvironment } from "@pictor/kernel";
import { cacheFolder } from "./cache-folder.js";
import type { Gallery } from "@pictor/features/gallery";
import { spawnThumbnailThread } from "./spawn-thread.js";
import { ThumbnailCache } from "./thumbnail-cache.js";
import { ThumbnailThreads } from "./thumbnail-threads.js";
import { Thumbnails } from "./thumbnails.js";

export interface OpenThumbnailsOptions {
  /** The folder of the thumbnails. Default: the folder `thumbnails` in the cache folder of the machine. */
  readonly folder: string | undefined;
  readonly machine: SystemEnvironment;
  readonly gallery: Gallery;
  readonly clock: Clock;
}

/** No thread is started before the first thumbnail is made. */
export const openThumbnails = ({ folder, machine, gallery, clock }: OpenThumbnailsOptions): Thumbnails =>
  new Thumbnails(
    new ThumbnailCache({ folder: folder ?? join(cacheFolder(machine), "thumbnails"), known: gallery.known }),
    new ThumbnailThreads({ clock, spawn: spawnThumbnailThread }),
  );
