// The feature flags that the server publishes over HTTP and returns over the socket.
import { MAX_BODY_BYTES } from "./body.js";

export const features = (): Readonly<Record<string, unknown>> => ({
  supports_preview_metadata: true,
  max_upload_size: MAX_BODY_BYTES,
});
