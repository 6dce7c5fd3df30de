// WebSocket handshakes of a Node server: a request for any other upgrade is answered as plain HTTP/1.1 (RFC 9110 section 7.8).
export { onWebSocketHandshake } from "./websocket-handshakes.js";
