// Processes that write one store at the same time, while another has its files open, as an indexer or a virus scanner has.

import { userConfigurationFile, userDataFile } from "@pictor/host/testing";
import { resultOf, type NewUser } from "./new-user.js";
import { check, type Step } from "./step.js";

/** Opens each file, holds it for a moment, closes it, and begins again. */
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

const rounds = 4;

async function namesOf(user: NewUser, words: readonly string[], member: string): Promise<readonly string[]> {
  const found = resultOf(await user.pictor([...words, "--json"]))[member];
  return (found as readonly { name: string }[]).map(({ name }) => name);
}

export const twoProcessesStep: Step = {
  name: "two processes",
  async run(user) {
    const files = [userConfigurationFile(user.home), userDataFile(user.home, "secrets.json")];
    files.push(userDataFile(user.home, "presets.json"));
    const reading = user.startNode(["-e", reader, ...files], undefined);
    await reading.wrote(/reading/);
    const profiles: string[] = [];
    const presets: string[] = [];
    try {
      for (let round = 1; round <= rounds; round++) {
        const [one, other] = [`a${round}`, `b${round}`];
        profiles.push(one, other);
        presets.push(one, other);
        const set = (name: string) =>
          user.pictor(["auth", "set", name, "--type", "bearer", "--secret", "token"], `secret-${name}\n`);
        const save = (name: string) => user.pictor(["presets", "save", name, "txt2img", `a ${name}`]);
        await Promise.all([set(one), set(other), save(one), save(other)]);
      }
    } finally {
      reading.child.kill("SIGKILL");
    }
    const { out } = await reading.ended;
    const opened = Number(/.*opened (\d+) \n/s.exec(out)?.[1] ?? 0);
    check(opened > 0, "the reader has opened nothing");
    const [listed, saved] = [
      await namesOf(user, ["auth", "list"], "profiles"),
      await namesOf(user, ["presets", "list"], "presets"),
    ];
    const lost = [
      ...profiles.filter((name) => !listed.includes(name)),
      ...presets.filter((name) => !saved.includes(name)),
    ];
    check(lost.length === 0, `lost: ${lost.join()}`);
    return `${profiles.length} profiles and ${presets.length} presets, none lost, beside a reader that opened a file ${opened} times`;
  },
};
