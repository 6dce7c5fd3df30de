// The error of a scheme's handler names the profile, and where the value of the field comes from.

import { expect, it, onTestFinished, vi } from "vitest";
import { createTestPictor } from "@pictor/host/testing";

const url = "http://127.0.0.1:1/";
const token = (value: unknown) => ({ type: "bearer", schemes: { bearer: { token: value } } });
const basic = (username: string) => ({ type: "basic", schemes: { basic: { username } } });
const configuration = {
  environment: "live",
  environments: { live: { EMPTY: "", NAME: "a:b" } },
  profiles: {
    blank: token("{{EMPTY}}"),
    unset: token({ $env: "PICTOR_TEST_EMPTY" }),
    colon: basic("a:b"),
    variable: basic("{{NAME}}"),
  },
};

it.each<[string, string | { readonly type: string; readonly token: string }, string]>([
  [
    "an empty variable",
    "blank",
    "In the profile blank: bearer lacks required fields: token. Fill in these fields. Nothing was sent. " +
      "The value of token comes from {{EMPTY}} of the environment live, which is empty.",
  ],
  [
    "an empty environment variable",
    "unset",
    "The value of token comes from the environment variable PICTOR_TEST_EMPTY, which is empty.",
  ],
  ["a value of the file", "colon", "In the profile colon: basic.username: "],
  ["a value of a variable", "variable", "The value of username comes from {{NAME}} of the environment live."],
  [
    "a setting that is not saved",
    { type: "bearer", token: " " },
    "In the auth setting of the request: bearer lacks required fields: token.",
  ],
])("%s", async (_name, auth, words) => {
  vi.stubEnv("PICTOR_TEST_EMPTY", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const test = await createTestPictor({
    plugins: ["plugins/auth-bearer", "plugins/auth-basic"],
    configuration,
  });
  onTestFinished(test.dispose);
  await expect(test.pictor.send({ url, auth })).rejects.toThrow(words);
});
