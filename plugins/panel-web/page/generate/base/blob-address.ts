// Addresses of bytes for <img>: object URLs, which are revoked when they are not shown any more.

import { useEffect, useState } from "preact/hooks";

/** The address of bytes that are there. */
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

/** The address of bytes that `read` fetches, again for another `key`. Undefined until they are there, and if they cannot be read. */
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
        // The stage shows a text in its place.
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [key]);
  return useBlobAddress(blob);
}
