// A process that has the files of the user's stores open, as an indexer or a virus scanner has.

import { userConfigurationFile, userDataFile } from "@pictor/host/testing";
import type { NewUser } from "./new-user.js";
import { check } from "./step.js";

/** Opens each file, holds all of them for a moment, closes them, and begins again. */
const reader = `
const { closeSync, openSync, readFileSync } = require("node:fs");
const files = process.argv.slice(1);
let count = 0;
const turn = () => {
  const open = [];
  for (const file of files) try { open.push(openSync(file, "r")); readFileSync(open.at(-1)); count++; } catch {}
  setTimeout(() => {
    open.forEach((each) => closeSync(each));
    setTimeout(turn, 5);
  }, 30);
};
turn();
process.stdout.write("reading\\n");
setInterval(() => process.stdout.write("opened " + count + " \\n"), 200);
`;

/** Does the work beside the reader. Settles with how often a file was opened meanwhile. */
export async function besideReader(user: NewUser, work: () => Promise<void>): Promise<number> {
  const { home } = user;
  const files = [
    userConfigurationFile(home),
    userDataFile(home, "secrets.json"),
    userDataFile(home, "presets.json"),
  ];
  const reading = user.startNode(["-e", reader, ...files], undefined);
  await reading.wrote(/reading/);
  try {
    await work();
  } finally {
    reading.child.kill("SIGKILL");
  }
  const { out } = await reading.ended;
  const opened = Number(/.*opened (\d+) \n/s.exec(out)?.[1] ?? 0);
  check(opened > 0, "the reader has opened nothing");
  return opened;
}
