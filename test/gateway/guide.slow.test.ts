// The examples of the pages for an API and a panel, as they stand there: in folders, loaded by a server.

import { join } from "node:path";
import { createPictor, loadConfiguration } from "@pictor/host";
import { validatePluginFolder } from "@pictor/kernel";
import { createServer } from "@pictor/server";
import { beforeAll, expect, it } from "vitest";
import { examplesFolder } from "../plugin-pages.test.support.js";

const { root: folder, writeExample } = examplesFolder();
beforeAll(() => {
  writeExample("plugins/api.md", "plugins/api-hello");
  writeExample("plugins/panel.md", "plugins/panel-mine");
});

it.each(["api-hello", "panel-mine"])("%s is valid", async (name) => {
  expect(await validatePluginFolder(join(folder(), "plugins", name))).toEqual([]);
});

it("the API makes an image from the path of a request", async () => {
  const configuration = await loadConfiguration({
    directory: folder(),
    flags: {
      pluginDirectories: ["plugins"],
      backend: "embedded",
      outputs: { directory: join(folder(), "out") },
    },
  });
  const server = await createServer({
    folder: join(folder(), "server"),
    createPictor: (interaction) => createPictor({ configuration, interaction }),
  });
  const ask = (token: string) =>
    fetch(`${server.url}/hello/a%20lighthouse`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await ask("none")).status).toBe(401);
  const reply = await ask(server.token);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(
    Buffer.from(await reply.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  await server.close();
}, 120_000);
