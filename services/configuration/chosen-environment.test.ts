// The active environment: that of the configuration, then the one that was chosen.

import { expect, it } from "vitest";
import { createChosenEnvironment } from "./chosen-environment.js";

const references = {
  environment: {},
  directory: "/",
  addSecret: () => undefined,
  secret: () => Promise.reject(new Error("not asked for")),
  token: () => Promise.reject(new Error("not asked for")),
};
const create = () =>
  createChosenEnvironment(
    { name: "lab", from: undefined },
    new Map([
      ["lab", { host: "lab.example" }],
      ["live", { host: "live.example" }],
    ]),
    { references },
  );

it("is that of the configuration until another one is chosen, also for a source that was taken before", async () => {
  const chosen = create();
  const { variables } = chosen;
  expect([chosen.name, (await variables("{{host}}")).values]).toEqual(["lab", { host: "lab.example" }]);
  chosen.choose("live");
  expect([chosen.name, (await variables("{{host}}")).values]).toEqual(["live", { host: "live.example" }]);
  chosen.choose(undefined);
  expect([chosen.name, await variables("{{host}}")]).toEqual([
    undefined,
    { environment: undefined, names: [], values: {} },
  ]);
});

it.each(["lvie", "constructor"])("stays when %j is chosen, which the configuration lacks", (name) => {
  const chosen = create();
  expect(() => chosen.choose(name)).toThrow(
    expect.objectContaining({ code: "ENVIRONMENT_UNKNOWN" }) as Error,
  );
  expect(chosen.name).toBe("lab");
});
