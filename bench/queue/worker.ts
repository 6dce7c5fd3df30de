// A worker in a process of its own, until the process is disconnected.

import { tell } from "../processes.js";
import { openFarm } from "./farm.js";

const [folder = "", prefix = "", name = ""] = process.argv.slice(2);
const { farm, nothing, close } = await openFarm(folder, prefix);
const drain = new AbortController();
process.on("disconnect", () => drain.abort());
if (farm.facets.work === undefined) throw new Error("the kind queue has no workers");
await farm.facets.work.work(nothing, {
  name,
  drain: drain.signal,
  signal: new AbortController().signal,
  report(event) {
    if (event.type === "ready") tell("ready");
  },
});
await close();
