// The bytes of a result of a job, which may be with a backend.

import type { Job, JobOutput } from "@pictor/client";
import { calls } from "../api/session.js";
import { useBlobAddress } from "../parts/blob-address.js";
import { useRead } from "../api/use-resource.js";

export const isImage = ({ mime }: JobOutput): boolean => mime.startsWith("image/");

export const readOutput = async ({ id }: Job, { index }: JobOutput, signal: AbortSignal): Promise<Blob> =>
  (await calls().readOutput({ params: { id, index: String(index) }, signal })).blob();

/** Undefined until the bytes have arrived, and if they cannot be read. */
export const useOutputAddress = (job: Job, output: JobOutput | undefined): string | undefined =>
  useBlobAddress(
    useRead(
      output && `${job.id}/${output.index}`,
      async (signal) => output && readOutput(job, output, signal),
    ),
  );
