// The powers of pools and queues in a project file.

import { describe, expect, it } from "vitest";
import { projectPowers } from "./project-powers.js";

const project = (backends: object, lower: object = {}) =>
  projectPowers({ file: "/work/project/pictor.json", layer: { backends }, lower } as Parameters<
    typeof projectPowers
  >[0]).map(({ text, isNamed }) => ({ text, isNamed }));

const near = { kind: "remote", baseUrl: "http://127.0.0.1:8188/" };
const away = { kind: "remote", baseUrl: "http://192.0.2.1:8188/" };

it.each([
  [
    "over harmless backends of the same file",
    { near, own: { kind: "embedded" }, farm: { kind: "pool", members: ["near", "own"] } },
  ],
  [
    "over a pool over them",
    {
      near,
      half: { kind: "pool", members: ["near"] },
      farm: { kind: "pool", members: ["half"], drained: ["half"] },
    },
  ],
])("a pool has no power: %s", (_title, backends) => {
  expect(project(backends)).toEqual([]);
});

describe("a pool has power", () => {
  it.each([
    [
      "over a backend with power",
      { near, away, farm: { kind: "pool", members: ["near", "away"] } },
      'the backends "near", "away" as the pool "farm"',
      false,
    ],
    [
      "over a backend of another file",
      { farm: { kind: "pool", members: ["studio"] } },
      '"studio" (not of this file)',
      true,
    ],
    [
      "over a default backend",
      { farm: { kind: "pool", members: ["remote"] } },
      '"remote" (not of this file)',
      true,
    ],
    ["over itself", { farm: { kind: "pool", members: ["farm"] } }, '"farm" as the pool "farm"', false],
    [
      "over a pool over itself",
      { farm: { kind: "pool", members: ["half"] }, half: { kind: "pool", members: ["farm"] } },
      '"half" as the pool "farm"',
      false,
    ],
    [
      "with a setting that it does not have",
      { near, farm: { kind: "pool", members: ["near"], run: "x" } },
      '(run "x")',
      false,
    ],
    [
      "with members that are no names",
      { farm: { kind: "pool", members: [{ $env: "A" }] } },
      "as the pool",
      false,
    ],
    [
      "in place of a default backend",
      { away, remote: { kind: "pool", members: ["away"] } },
      "in place of the default backend",
      true,
    ],
  ])("%s", (_title, backends, text, isNamed) => {
    expect(project(backends)).toContainEqual({ text: expect.stringContaining(text), isNamed });
  });

  it("of which a member of the same name is the user's, too", () => {
    const found = project({ near, farm: { kind: "pool", members: ["near"] } }, { backends: { near: away } });
    expect(found.map(({ text }) => text)).toEqual([
      'replaces your own backend "near" in this folder',
      expect.stringContaining('on to the backends "near" as the pool "farm"'),
    ]);
  });
});

describe("a queue has power", () => {
  const queue = (settings: object, lower: object = {}) =>
    project({ farm: { kind: "queue", store: { folder: "store" }, ...settings } }, lower);

  it("also on this machine, and its sentence names the Redis", () => {
    expect(queue({ redis: "redis://127.0.0.1:6379/0" })).toEqual([
      {
        text: 'passes prompts on to the workers of the Redis at "redis://127.0.0.1:6379/0" as the queue "farm", with their files in "store"',
        isNamed: false,
      },
    ]);
  });

  it.each([
    [
      "redis-sentinel://team:hunter2@a.example:26379,b.example/0?sentinelMasterId=m&sentinelPassword=hunter2",
      "redis-sentinel://a.example:26379,b.example",
    ],
    ["rediss-cluster://a.example,[::1]:7000", "rediss-cluster://a.example,[::1]:7000"],
    ["redis://a.example/0?password=hunter2", "redis://a.example/0"],
  ])("and shows the hosts of %s", (redis, shown) => {
    const [power] = queue({ redis });
    expect(power?.text).toContain(`the Redis at ${JSON.stringify(shown)}`);
    expect(power?.text).not.toContain("hunter2");
  });

  it.each([
    "rediss://team:hunter2@farm.example:6380",
    "redis://team:hun#ter2@farm.example",
    "team:hunter2@farm",
    "redis-cluster://team:hunter2/@farm.example",
    "redis-cluster://team:hun#ter2@farm.example",
    "redis-sentinel://team:1/?hunter2@farm.example",
    "redis://team:1/hunter2@farm.example",
    "redis://team:1?hunter2@farm.example",
    "redis://team:1#hunter2@farm.example",
  ])("and shows no password of %s", (redis) => {
    const [power] = queue({ redis });
    expect(power?.text).toContain("***");
    expect(power?.text).not.toMatch(/hun#?ter2/);
  });

  it("and names the variable from which its address comes", () => {
    expect(queue({ redis: { $env: "REDIS_URL" } })).toMatchObject([
      { text: expect.stringContaining('reads the environment variable "REDIS_URL"') },
      { text: expect.stringContaining('the Redis that the environment variable "REDIS_URL" names') },
    ]);
  });

  it("and names its bucket and the profile that signs", () => {
    const store = { endpoint: "https://s3.example", bucket: "farm", auth: "archive" };
    const lower = { profiles: { archive: { type: "aws-sigv4", schemes: {} } } };
    expect(queue({ redis: "redis://h", store }, lower)).toEqual([
      {
        text: expect.stringContaining(
          'with their files in the bucket "farm" at "https://s3.example/", with the credentials of your profile "archive"',
        ),
        isNamed: true,
      },
    ]);
  });
});
