// Processes that write one store at the same time, while another has its files open.

import { resultOf, type NewUser } from "./new-user.js";
import { besideReader } from "./reader.js";
import { check, type Step } from "./step.js";

const rounds = 4;

async function namesOf(user: NewUser, words: readonly string[], member: string): Promise<readonly string[]> {
  const found = resultOf(await user.pictor([...words, "--json"]))[member];
  return (found as readonly { name: string }[]).map(({ name }) => name);
}

export const twoProcessesStep: Step = {
  name: "two processes",
  async run(user) {
    const profiles: string[] = [];
    const presets: string[] = [];
    const opened = await besideReader(user, async () => {
      for (let round = 1; round <= rounds; round++) {
        const [one, other] = [`a${round}`, `b${round}`];
        profiles.push(one, other);
        presets.push(one, other);
        const set = (name: string) =>
          user.pictor(["auth", "set", name, "--type", "bearer", "--secret", "token"], `secret-${name}\n`);
        const save = (name: string) => user.pictor(["presets", "save", name, "txt2img", `a ${name}`]);
        await Promise.all([set(one), set(other), save(one), save(other)]);
      }
    });
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
