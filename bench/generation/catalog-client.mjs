// A child process: one client that reads the node classes of a server. Replies with milliseconds.

import { clientModule } from "../peers/clients.mjs";
import { median } from "../measure.mjs";

const [name, url] = process.argv.slice(2);
const { connect } = await clientModule(name);
const client = await connect(url);

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

process.on("message", async ({ rounds }) => {
  const first = await timed(() => client.objectInfo());
  const times = [];
  const lookups = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => client.objectInfo()));
  for (let round = 0; round < rounds; round++) lookups.push(await timed(() => client.lookUp("SaveImage")));
  process.send({ first, again: median(times), lookup: median(lookups) });
});
process.once("disconnect", () => process.exit());
process.send("ready");
