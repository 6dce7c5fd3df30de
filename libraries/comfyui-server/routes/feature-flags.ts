// The feature flags that the server publishes at `/features` and exchanges over the socket.

/** Real servers send `supports_v4` with and without a ComfyUI-Manager. */
export const featureFlags = (maxUploadBytes: number): Readonly<Record<string, unknown>> => ({
  supports_preview_metadata: true,
  supports_model_type_tags: true,
  max_upload_size: maxUploadBytes,
  node_replacements: true,
  extension: { manager: { supports_v4: true } },
});
