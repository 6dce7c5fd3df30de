// A worker in a process of its own, until the process is disconnected.

import { openFarm } from "./farm.mjs";

const [folder, prefix, name] = process.argv.slice(2);
const { farm, nothing, close } = await openFarm(folder, prefix);
const drain = new AbortController();
process.on("disconnect", () => drain.abort());
await farm.facets.work.work(nothing, {
  name,
  drain: drain.signal,
  signal: new AbortController().signal,
  report(event) {
    if (event.type === "ready") process.send("ready");
  },
});
await close();
