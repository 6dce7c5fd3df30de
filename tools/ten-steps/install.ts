// Installs the packages as `npm install PACKED` does, and runs what npm puts into node_modules/.bin.

import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { longestMs, resultOf, type NewUser } from "./new-user.js";
import { plantPrograms } from "./planted.js";
import { check, type Step } from "./step.js";

const settings = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];

/** What a user types runs the link that npm made, or its command file on Windows, in a shell. */
const inShell = (user: NewUser, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd: user.project, env: user.env, shell: true, timeout: longestMs };
    execFile(line, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`${line}: ${error.message}\n${stderr}`));
    });
  });

/** `tarballs`: the folder of the packed packages. `npm`: the script of npm. */
export const installStep = (tarballs: string, npm: string): Step => ({
  name: "install",
  async run(user) {
    writeFileSync(join(user.project, "package.json"), '{ "name": "my-project", "private": true }\n');
    const files = readdirSync(tarballs).map((name) => join(tarballs, name));
    const { code, err } = await user.node([npm, "install", ...settings, ...files]);
    check(code === 0, `npm install ended with ${code}: ${err}`);
    const listed = resultOf(await user.pictor(["plugins", "list", "--json"]));
    const { plugins, problems } = listed as { plugins: readonly object[]; problems: readonly object[] };
    check(problems.length === 0, `problems of plugins: ${JSON.stringify(problems)}`);
    await plantPrograms(user);
    const version = await inShell(user, `"${join(user.project, "node_modules/.bin/pictor")}" --version`);
    check(/^\d+\.\d+\.\d+/.test(version), `the command in node_modules/.bin says "${version}"`);
    return `version ${version}, ${plugins.length} plugins; programs are planted in the folder`;
  },
});
