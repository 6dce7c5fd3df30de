// Addresses of bytes for <img>: object URLs, which are revoked when they are no longer shown.

import { useEffect, useState } from "preact/hooks";

/** The address of a blob. */
export function useBlobAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (blob === undefined) {
      setAddress(undefined);
      return;
    }
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return address;
}

/**
 * The address of bytes that `read` fetches, and fetches again for another `key`. Undefined until the bytes have arrived, and if they cannot
 * be read.
 */
export function useReadAddress(key: string | undefined, read: () => Promise<Response>): string | undefined {
  const [blob, setBlob] = useState<Blob>();
  useEffect(() => {
    setBlob(undefined);
    if (key === undefined) return;
    let isGone = false;
    read()
      .then((reply) => reply.blob())
      .then(
        (bytes) => {
          if (!isGone) setBlob(bytes);
        },
        // A failure is ignored, because the stage then shows a text in place of the image.
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [key]);
  return useBlobAddress(blob);
}
