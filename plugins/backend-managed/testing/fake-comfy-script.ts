// The program of a fake ComfyUI server for Node: arguments, log lines, routes and exits, controlled by behaviour.json.

/** What the process does. It reads this record at its start and for each request. */
export interface Behaviour {
  /** The exit code with which it ends before it listens. */
  readonly diesAtStart?: number;
  readonly hangsAtStart?: boolean;
  /** Lines that it writes before it listens. */
  readonly says?: readonly string[];
  /** Whether a prompt runs, until it is interrupted. */
  readonly isBusy?: boolean;
  /** Whether it starts a child process that ignores every signal except SIGKILL, and writes its pid to `helper.pid`. */
  readonly hasHelper?: boolean;
}

/**
 * Adds to the routes of ComfyUI: /die?code= ends the process, /reboot asks for a restart as ComfyUI-Manager does, and /away
 * closes the port until a file `back` exists.
 */
export const fakeComfyScript = String.raw`
const { createServer } = require("node:http");
const { createHash } = require("node:crypto");
const { existsSync, readFileSync, writeFileSync, appendFileSync } = require("node:fs");
const { spawn } = require("node:child_process");
const behaviour = () => JSON.parse(readFileSync(__dirname + "/behaviour.json", "utf8"));
const argv = process.argv.slice(2);
const flags = ["--listen", "--port", "--disable-auto-launch", "--cpu", "--preview-method", "--dont-print-server", "--input-directory"];
if (argv.includes("--help")) {
  appendFileSync(__dirname + "/helped.txt", "x");
  console.log("usage: main.py [-h] " + flags.map((flag) => "[" + flag + "]").join(" ") + "\n\noptions:\n --no-such-option  text");
  process.exit(0);
}
const unknown = argv.find((word) => word.startsWith("--") && !flags.includes(word.split("=")[0]));
if (unknown) {
  console.error("usage: main.py [-h]\nmain.py: error: unrecognized arguments: " + unknown);
  process.exit(2);
}
const last = (flag, otherwise) => (argv.lastIndexOf(flag) < 0 ? otherwise : argv[argv.lastIndexOf(flag) + 1]);
const host = last("--listen", "127.0.0.1");
const port = Number(last("--port", "8188"));
const now = behaviour();
writeFileSync(__dirname + "/environment.json", JSON.stringify(process.env));
process.on("SIGINT", () => { console.error("Stopped server"); process.exit(0); });
for (const line of now.says ?? []) console.error(line);
if (now.hasHelper) {
  const helper = spawn(process.execPath, ["-e", "process.on('SIGINT',()=>{});process.on('SIGTERM',()=>{});setInterval(()=>{},1e6)"], { stdio: "ignore" });
  writeFileSync(__dirname + "/helper.pid", String(helper.pid));
}
let interrupted = false;
const handle = (request, response) => {
  const url = new URL(request.url, "http://here");
  const json = (value) => { response.setHeader("Content-Type", "application/json"); response.end(JSON.stringify(value)); };
  switch (url.pathname.replace(/^\/api/, "")) {
    case "/system_stats":
      return json({ system: { comfyui_version: "0.9.9", python_version: "3", pytorch_version: "2", argv: ["main.py", ...argv] }, devices: [{ name: "cpu", type: "cpu" }] });
    case "/queue":
      return json({ queue_running: behaviour().isBusy && !interrupted ? [[0, "p", {}, {}, []]] : [], queue_pending: [] });
    case "/interrupt":
      interrupted = true;
      appendFileSync(__dirname + "/interrupted.txt", "x");
      return response.end();
    case "/history":
    case "/history/p":
      return json({});
    case "/object_info":
      return json({ Pack: { input: { required: {} }, output: [], name: "Pack", python_module: "custom_nodes.some_pack" } });
    case "/die":
      console.error("Fatal: it was told to");
      return process.exit(Number(url.searchParams.get("code") ?? 1));
    case "/reboot":
      writeFileSync(process.env.__COMFY_CLI_SESSION__ + ".reboot", "");
      return process.exit(0);
    case "/away":
      response.end();
      server.close();
      server.closeAllConnections();
      const back = setInterval(() => { if (existsSync(__dirname + "/back")) { clearInterval(back); listen(); } }, 5);
      return;
    default:
      response.statusCode = 404;
      return response.end("404: Not Found");
  }
};
/* Performs the handshake of RFC 6455 and sends a status message; messages of clients are ignored. */
const upgrade = (request, socket) => {
  const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + "\r\n\r\n");
  const text = Buffer.from(JSON.stringify({ type: "status", data: { status: { exec_info: { queue_remaining: 0 } }, sid: "s" } }));
  socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
};
let server;
const listen = () => {
  server = createServer(handle);
  server.on("upgrade", upgrade);
  server.on("error", (error) => { console.error("OSError: [Errno 98] address already in use: " + error.code); process.exit(1); });
  server.listen(port, host, () => {
    if (!argv.includes("--dont-print-server")) console.error("Starting server\n\nTo see the GUI go to: http://" + host + ":" + port);
  });
};
if (now.diesAtStart !== undefined) { console.error("ModuleNotFoundError: No module named 'torch'"); process.exit(now.diesAtStart); }
if (now.hangsAtStart) { console.error("loading..."); setInterval(() => undefined, 1e6); }
else listen();
`;
