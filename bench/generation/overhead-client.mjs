// A child process: one client that runs the same graph as often as a message asks. Each run has another file name, so
// that the saver is not cached. Replies with milliseconds per job.

import { setTimeout as wait } from "node:timers/promises";
import { clientModule } from "../peers/clients.mjs";

const { name, url, options } = JSON.parse(process.argv[2]);
const { connect } = await clientModule(name);
const client = await connect(url, options);

let count = 0;
let hung = 0;

function renamed(graph) {
  const [id, node] = Object.entries(graph).find(([, { class_type }]) => class_type === "SaveImage");
  const filename_prefix = `overhead-${name}-${count++}`;
  return { ...graph, [id]: { ...node, inputs: { ...node.inputs, filename_prefix } } };
}

process.on("message", async ({ graph, jobs }) => {
  const times = [];
  while (times.length < jobs && hung < 12) {
    const own = renamed(graph);
    const started = performance.now();
    const verdict = await Promise.race([client.run(own).ending, wait(1000)]);
    if (verdict?.status === "finished") times.push(performance.now() - started);
    else hung++;
  }
  process.send({ times, hung });
});
process.once("disconnect", () => process.exit());
process.send("ready");
