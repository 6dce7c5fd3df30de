// A server whose host was killed before it wrote run.json, on systems without /proc.

import { expect, it } from "vitest";
import { scriptedInstance, type Call } from "../../testing/fake-instance.js";
import { findUnrecordedServer, launchingFile } from "./find-unrecorded.js";
import { writeRecord, type RunRecord } from "./run-record.js";

const host = { pid: 99_999_999, start: "/Sun Nov 29 03:00:00 2026" };
const launching: RunRecord = {
  phase: "starting",
  process: host,
  argv: ["--port", "8188", "--base-directory", "/Users/andré/Comfy UI"],
  url: "http://127.0.0.1:8188",
  owner: host,
  keep: false,
  sinceMs: 1,
};
const commandLine = "/opt/Python main.py --port 8188 --base-directory /Users/andré/Comfy UI";
const table = [
  "    1     1 /sbin/launchd",
  `  700   600 ${commandLine}`,
  `  800   800 ${commandLine}`,
  "  900   900 /opt/Python main.py --port 8189",
];
const answer = ({ args }: Call) =>
  args.includes("lstart=") ? "Sun Nov 29 04:00:00 2026\n" : `${table.join("\n")}\n`;

it.each<NodeJS.Platform>(["darwin", "freebsd"])("is found on %s by its command line", async (platform) => {
  const instance = scriptedInstance({ platform, answer });
  await writeRecord(launchingFile(instance), launching);
  const found = await findUnrecordedServer(instance);
  expect(found?.process).toEqual({ pid: 800, start: "/Sun Nov 29 04:00:00 2026" });
  const [listing] = instance.calls;
  expect(listing?.args.join(" ")).toBe("-A -ww -o pid= -o pgid= -o command=");
  // In the locale C, ps would escape the letters that are not ASCII.
  expect(listing?.env["LC_ALL"]).toMatch(/UTF-8$/);
});

it("is not looked for on Windows", async () => {
  const instance = scriptedInstance({ platform: "win32", answer });
  await writeRecord(launchingFile(instance), launching);
  expect([await findUnrecordedServer(instance), instance.calls]).toEqual([undefined, []]);
});
