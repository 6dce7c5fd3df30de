// @pictor/client: the local API for browsers and Node. It needs fetch and WebSocket, and nothing else.

export type * from "./api.gen.js";
export { ApiError } from "./api-error.js";
export { applyEvent, isEnded } from "./apply-event.js";
export type { Calls, ConnectionOptions, RouteId } from "./call.js";
export {
  createClient,
  type Client,
  type ClientOptions,
  type ConnectOptions,
  type GenerateOptions,
} from "./create-client.js";
export type {
  BooleanField,
  Field,
  ListField,
  NumberField,
  SettingsSchema,
  TextField,
} from "./dialect.gen.js";
export type { SocketConstructor, SocketLike } from "./event-socket.js";
export { formSections, type FormField, type FormSchema, type FormSection } from "./form-sections.js";
export { keepSession, openPanel } from "./open-panel.js";
export { Live, type ConnectionStatus, type LiveOptions, type StreamedEvent } from "./live.js";
export type { LivePreview, LiveState } from "./live-state.js";
export { quotaText } from "./quota-text.js";
export { variablePattern } from "./variables.gen.js";
