// Warnings about misspelt environment variables.

import { expect, it } from "vitest";
import { createCommandFolder } from "../testing/command-folder.js";
import { misspeltVariables } from "./misspelt-variables.js";

it.each([
  ["PICTOR_BACKND", "PICTOR_BACKEND"],
  ["PICTOR_ENV", "PICTOR_ENVIRONMENT"],
  ["PICTOR_LOCALSERVER", "PICTOR_LOCAL_SERVER"],
  ["PICTOR_TRUSTED", "PICTOR_TRUST"],
  ["Pictor_Confgi", "PICTOR_CONFIG"],
])("%s was probably meant as %s", (given, meant) => {
  expect(misspeltVariables({ [given]: "x" })).toEqual([[given, meant]]);
});

it.each(["PICTOR_BACKEND", "PICTOR_TOKEN", "PICTOR_STUDIO_PASSWORD", "PATH", "XPICTOR_BACKND"])(
  "%s is not misspelt",
  (name) => {
    expect(misspeltVariables({ [name]: "x" })).toEqual([]);
  },
);

it.each([
  ["win32", []],
  ["linux", [["pictor_backend", "PICTOR_BACKEND"]]],
] as const)("on %s, lower case is misspelt only where variables have a case", (platform, misspelt) => {
  expect(misspeltVariables({ pictor_backend: "studio" }, platform)).toEqual(misspelt);
});

it("a command warns once, and runs", async () => {
  const folder = createCommandFolder({ PICTOR_BACKND: "studio" });
  const { code, err } = await folder.run("config", "path");
  expect(code).toBe(0);
  expect(err).toBe(
    "warning: Pictor does not read the environment variable PICTOR_BACKND.\n" +
      "  Did you mean PICTOR_BACKEND?\n" +
      "  USAGE_VARIABLE\n",
  );
});
