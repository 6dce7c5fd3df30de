// bull-board over HTTP, as an operator of BullMQ sees it in a browser.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { getRequestListener } from "@hono/node-server";
import { listen, type Listening } from "@pictor/host/testing";
import type { Queue } from "bullmq";
import { Hono } from "hono";

type Adapter = Parameters<typeof createBullBoard>[0]["serverAdapter"];
type Route = Parameters<Adapter["setApiRoutes"]>[0][number];
type Request = Parameters<Route["handler"]>[0];
type Configuration = Parameters<Adapter["setUIConfig"]>[0];

const types: Readonly<Record<string, string>> = {
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
};

/** What bull-board tells a server that it is part of, as routes. */
class BoardServer implements Adapter {
  readonly app = new Hono();
  private queues: Parameters<Adapter["setQueues"]>[0] = new Map();
  private configuration: Configuration = {};
  private views = "";

  setQueues(queues: Parameters<Adapter["setQueues"]>[0]): this {
    this.queues = queues;
    return this;
  }
  setUIConfig(configuration: Configuration): this {
    this.configuration = configuration;
    return this;
  }
  setViewsPath(path: string): this {
    this.views = path;
    return this;
  }
  setErrorHandler(handler: Parameters<Adapter["setErrorHandler"]>[0]): this {
    this.app.onError((error) => {
      const { status, body } = handler(error);
      return Response.json(body, { status: status ?? 500 });
    });
    return this;
  }
  setStaticPath(route: string, folder: string): this {
    this.app.get(`${route}/*`, ({ req }) => {
      const name = req.path.slice(route.length + 1);
      const type = types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      return new Response(readFileSync(join(folder, name)), { headers: { "Content-Type": type } });
    });
    return this;
  }
  setApiRoutes(routes: readonly Route[]): this {
    for (const { method, route, handler } of routes)
      this.app.on([method].flat(), [route].flat(), async ({ req }) => {
        const { status, body } = await handler({
          queues: this.queues,
          uiConfig: this.configuration,
          params: req.param(),
          query: req.query(),
          body: await req.json().catch(() => ({})),
          headers: {},
        } as NonNullable<Request>);
        return status === 204
          ? new Response(null, { status })
          : Response.json(body, { status: status ?? 200 });
      });
    return this;
  }
  setEntryRoute({ route, handler }: Parameters<Adapter["setEntryRoute"]>[0]): this {
    for (const path of [route].flat())
      this.app.get(path, () => {
        const { name, params } = handler({ basePath: "/", uiConfig: this.configuration });
        const values = params as Readonly<Record<string, string>>;
        const page = readFileSync(join(this.views, name), "utf8")
          // A test reaches no address but those of this machine.
          .replace(/<link href="https:[^>]*>/, "")
          .replace(/<%[=-] (\w+) %>/g, (_text, value: string) => values[value] ?? "");
        return new Response(page, { headers: { "Content-Type": "text/html" } });
      });
    return this;
  }
}

/** A board of these queues, on a free port. */
export async function startBoard(...queues: readonly Queue[]): Promise<Listening> {
  const serverAdapter = new BoardServer();
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter });
  const answer = getRequestListener(serverAdapter.app.fetch);
  return listen(createServer((request, reply) => void answer(request, reply)));
}
