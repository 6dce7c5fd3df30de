// A front end is served from a folder, and nothing outside of the folder.
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createTestFolder, writeTestFiles } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import { startServer } from "../testing/start.js";

const folder = createTestFolder();
const root = join(folder, "web");
mkdirSync(join(root, "assets"), { recursive: true });
writeFileSync(join(folder, "secret.txt"), "secret");
writeTestFiles(root, { "index.html": "<title>Front end</title>", "assets/index.js": "run()" });
const server = await startServer({ frontEndRoot: root });
afterAll(async () => {
  await server.close();
});

/** Sends the path as it is; fetch would resolve its dots. */
const get = (path: string): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) => {
    const url = new URL(server.url);
    request({ host: url.hostname, port: url.port, path }, (reply) => {
      let text = "";
      reply.on("data", (piece: Buffer) => (text += piece.toString()));
      reply.on("end", () => resolve([reply.statusCode, reply.headers["content-type"], text]));
    })
      .on("error", reject)
      .end();
  });

it.each([
  ["/", [200, "text/html; charset=utf-8", "<title>Front end</title>"]],
  ["/index.html", [200, "text/html; charset=utf-8", "<title>Front end</title>"]],
  ["/assets/index.js", [200, "text/javascript; charset=utf-8", "run()"]],
  ["/assets/none.js", [404, undefined, ""]],
  ["/assets", [404, undefined, ""]],
  ["/../secret.txt", [404, undefined, ""]],
  ["/..%2fsecret.txt", [404, undefined, ""]],
  ["/assets/..%2f..%2fsecret.txt", [404, undefined, ""]],
  ["/api/extensions", [200, "application/json; charset=utf-8", "[]"]],
])("%s", async (path, expected) => {
  expect(await get(path)).toEqual(expected);
});

it("a folder without a page is refused", async () => {
  await expect(startServer({ frontEndRoot: folder })).rejects.toThrow(/frontEndRoot: .* has no index\.html/);
});
