// A child process: a loopback server that replies with the Authorization header that it received, and a token endpoint
// (RFC 6749 section 5.1), which issues the token of the first argument.

import { createServer } from "node:http";
import { serveToParent } from "./processes.js";

const [heldToken] = process.argv.slice(2);
const token = JSON.stringify({ access_token: heldToken, token_type: "Bearer", expires_in: 36_000 });

const server = createServer((request, response) => {
  request.resume();
  if (request.url === "/token") response.setHeader("content-type", "application/json").end(token);
  else response.end(request.headers.authorization ?? "nothing");
});
// Connections outlive the pauses between rounds, so that no round includes opening a new one.
server.keepAliveTimeout = 600_000;
await serveToParent(server);
