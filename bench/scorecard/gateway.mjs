// The gateway of Pictor in front of a server that demands credentials: a protecting proxy before the server, and
// `pictor serve --comfy` before the proxy. The clients of the cases reach the gateway, and send no credentials.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { importPackage } from "../packages.mjs";

/** Configurations contain references to secrets, and no secrets. */
const secretVariable = "PICTOR_BENCH_SECRET";
process.env[secretVariable] = "secret-of-the-gateway";
const secret = { $env: secretVariable };
const user = { username: "anna", password: process.env[secretVariable] };
/** Seconds for which a token of the authorization server is valid: shorter than most cases. */
const tokenSeconds = 3;

const basicOf = ({ username, password }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** The schemes: what the profile contains, and which requests the proxy lets pass. */
const schemes = {
  basic: () => ({
    settings: { ...user, password: secret },
    permits: ({ authorization }) => authorization === basicOf(user),
  }),
  oauth2: (url) => {
    const issued = new Map();
    return {
      settings: {
        grantType: "client_credentials",
        tokenUrl: `${url}token`,
        clientId: "robot",
        clientSecret: secret,
      },
      permits({ authorization = "" }) {
        return Date.now() < (issued.get(authorization) ?? 0);
      },
      issue() {
        const token = `token-${issued.size}-${Math.random()}`;
        issued.set(`Bearer ${token}`, Date.now() + tokenSeconds * 1000);
        return { access_token: token, token_type: "bearer", expires_in: tokenSeconds };
      },
    };
  },
};

const listen = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));

/** A proxy that demands credentials on every request and every handshake, and passes on everything else, breaks included. */
async function protect(target, name) {
  const { hostname, port } = new URL(target);
  const address = { host: hostname, port: Number(port) };
  let scheme;
  const counts = { refused: 0, issued: 0 };

  const server = createServer(async (request, response) => {
    if (request.method === "POST" && request.url === "/token") {
      await text(request);
      counts.issued++;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(scheme.issue()));
      return;
    }
    if (!scheme.permits(request.headers)) {
      counts.refused++;
      request.resume();
      response.writeHead(401, { "www-authenticate": "Basic realm=studio" }).end();
      return;
    }
    const headers = { ...request.headers };
    delete headers.authorization;
    const asked = httpRequest(
      { ...address, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.on("aborted", () => response.destroy()).pipe(response);
      },
    );
    asked.on("error", () => request.socket.destroy());
    response.on("close", () => asked.destroy());
    request.pipe(asked);
  });
  server.on("upgrade", (request, client, head) => {
    if (!scheme.permits(request.headers)) {
      counts.refused++;
      client.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const upstream = connect(address, () => {
      const lines = Object.entries(request.headers)
        .filter(([name]) => name !== "authorization")
        .map(([name, value]) => `${name}: ${value}\r\n`);
      upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    upstream.on("error", () => client.resetAndDestroy()).on("close", () => client.destroy());
  });
  const own = `http://127.0.0.1:${await listen(server)}/`;
  scheme = schemes[name](own);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: own, settings: scheme.settings, counts, close };
}

/** The gateway before `target`, with a profile of the scheme `basic` or `oauth2`. `path` is the address below the API's port. */
export async function startGateway(target, name) {
  const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
  const { createServer: createApi } = await importPackage("@pictor/server");
  const folder = mkdtempSync(join(tmpdir(), "pictor-gateway-"));
  const guarded = await protect(target, name);
  const configuration = await loadConfiguration({
    directory: folder,
    flags: {
      backends: { studio: { kind: "remote", baseUrl: guarded.url, apiPrefix: "", auth: "studio" } },
      profiles: { studio: { type: name, schemes: { [name]: guarded.settings } } },
    },
  });
  const server = await createApi({
    folder,
    createPictor: (interaction) => createPictor({ configuration, interaction }),
    ports: () => [{ port: 0, path: "/comfy/studio" }],
  });
  return {
    url: `${server.ports[0].url}/`,
    path: `${server.url}/comfy/studio/`,
    token: server.token,
    guarded,
    async close() {
      await server.close();
      guarded.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
