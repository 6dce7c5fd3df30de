// The feature flags that the server publishes over HTTP and returns over the socket.

/** `supports_v4` is what the real server says with or without a Manager. */
export const features = (maxUploadBytes: number): Readonly<Record<string, unknown>> => ({
  supports_preview_metadata: true,
  max_upload_size: maxUploadBytes,
  extension: { manager: { supports_v4: true } },
});
