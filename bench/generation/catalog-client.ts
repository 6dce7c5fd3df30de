// A child process: one client that reads the node classes of a server. Replies with milliseconds.

import { connectTo } from "../peers/clients.js";
import { median, repeated, timed } from "../measure.js";
import { answer, tell } from "../processes.js";

export interface CatalogTimes {
  readonly first: number;
  readonly again: number;
  readonly lookup: number;
}

const [name = "", url = ""] = process.argv.slice(2);
const { catalog } = await connectTo(name, url);
if (catalog === undefined) throw new Error(`${name} reads no node classes`);

answer(async ({ rounds }: { readonly rounds: number }): Promise<CatalogTimes> => ({
  first: await timed(catalog.fetch),
  again: median(await repeated(rounds, catalog.fetch)),
  lookup: median(await repeated(rounds, () => catalog.lookUp("SaveImage"))),
}));
tell("ready");
