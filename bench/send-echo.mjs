// A child process: a loopback server that replies with the Authorization header that it received, and a token endpoint
// (RFC 6749 section 5.1).

import { createServer } from "node:http";

export const heldToken = "held-token";
const token = JSON.stringify({ access_token: heldToken, token_type: "Bearer", expires_in: 36_000 });

function serve() {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === "/token") response.setHeader("content-type", "application/json").end(token);
    else response.end(request.headers.authorization ?? "nothing");
  });
  // Connections outlive the pauses between rounds, so that no round includes opening a new one.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
  process.once("disconnect", () => process.exit());
}
if (process.argv[2] === "serve") serve();
