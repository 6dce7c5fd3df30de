// Options that have no effect beside what else is given: each is refused before the command does anything.

import { expect, it } from "vitest";
import { createCommandFolder } from "../testing/command-folder.js";

const folder = createCommandFolder();

it.each([
  ["trust . --certificate https://h", '--certificate cannot be combined with "."'],
  ["trust --certificate https://h --later-changes", "--certificate cannot be combined with --later-changes"],
  ["trust --fingerprint ab", "--fingerprint has no effect without --certificate"],
  ["trust . --list", '--list cannot be combined with "."'],
  ["trust --list --revoke", "--list cannot be combined with --revoke"],
  ["trust --list --certificate https://h", "--list cannot be combined with --certificate"],
  ["trust --revoke --later-changes", "--revoke cannot be combined with --later-changes"],
  ["request GET http://127.0.0.1:1/ --force", "--force has no effect without --output or --curl"],
  ["request GET http://127.0.0.1:1/ --save x", "--save has no effect without --curl"],
  ["request GET http://127.0.0.1:1/ --save x", "Create a profile with `pictor auth set`"],
  ["request --curl curl -d x", "--curl cannot be combined with --data"],
  ["request --curl curl -H a:b", "--curl cannot be combined with --header"],
  ["request --curl curl -H a:b", "Write it into the curl command."],
  ["request --curl curl --auth me --save x", "--save cannot be combined with --auth"],
  ["request --curl curl --redirect-trusted", "Write --location-trusted"],
  ["request --curl curl --redirect-keep-post 302", "--curl cannot be combined with --redirect-keep-post"],
  ["request GET http://h/ --no-redirect --redirect-trusted", "--no-redirect cannot be combined with"],
  ["request GET http://h/ --no-redirect --redirect-keep-post 302", "--no-redirect cannot be combined with"],
  ["extensions check txt2img --yes", "--yes has no effect without --install"],
  ["serve --yes", "--yes has no effect without --panel"],
  ["auth set me --type basic --scheme bearer", "--scheme has no effect without --set or --secret or --unset"],
  ["presets save a txt2img --yes", "--yes has no effect without --from"],
  ["project save a.json txt2img --as pictor", "--as has no effect without --from"],
  ["generate txt2img fox --detach --save-text", "--detach cannot be combined with --save-text"],
  ["generate txt2img fox --detach --retry lost=1", "--detach cannot be combined with --retry"],
  ["serve tokens list --port 9000", "--port is an option of `pictor serve`"],
  ["history --starred clear", "--starred is an option of `pictor history`"],
])("%s", async (line, what) => {
  const { code, err } = await folder.run(...line.split(" "));
  expect([code, err]).toEqual([2, expect.stringContaining(what) as unknown]);
  expect(err).toContain("USAGE_OPTION");
});
