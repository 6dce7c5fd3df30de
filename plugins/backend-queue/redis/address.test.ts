// The address of Redis in the settings: one server, sentinels, or a cluster.

import { expect, it } from "vitest";
import { readAddress } from "./address.js";

it.each([
  ["redis://host", "host:6379"],
  ["rediss://user:secret@host:6380/2", "host:6380/2 (TLS)"],
  ["redis-sentinel://a,b:5000/1?sentinelMasterId=farm", "a:26379,b:5000/1 (Sentinel farm)"],
  [
    "rediss-sentinel://user:secret@a?sentinelMasterId=farm&sentinelUsername=me&sentinelPassword=secret",
    "a:26379/0 (Sentinel farm, TLS)",
  ],
  ["redis-cluster://:secret@a,[::1]:7000", "a:6379,[::1]:7000 (Redis Cluster)"],
  ["rediss-cluster://a/0", "a:6379 (Redis Cluster, TLS)"],
  ["redis-cluster://[2001:DB8:0::1]:7000", "[2001:db8::1]:7000 (Redis Cluster)"],
])(
  "is shown without its credentials, and not as it is in the settings, where it is a secret: %s",
  (text, shown) => {
    expect(readAddress(text)).toMatchObject({ text: shown });
  },
);

it("of sentinels has the credentials of the server, and those of the sentinels apart", () => {
  const text =
    "rediss-sentinel://user:p%40ss@a:1,[::1]/3?sentinelMasterId=farm%231&sentinelUsername=me&sentinelPassword=a+b=c";
  expect(readAddress(text)).toMatchObject({
    target: {
      is: "sentinel",
      nodes: [
        { host: "a", port: 1 },
        { host: "::1", port: 26_379 },
      ],
      primary: "farm#1",
      database: 3,
      credentials: { username: "user", password: "p@ss" },
      sentinelCredentials: { username: "me", password: "a+b=c" },
      isTls: true,
    },
  });
});

it.each([
  ["redis-cluster://user:secret@a", { username: "user", password: "secret" }],
  ["redis-cluster://:secret@a", { password: "secret" }],
  ["redis-cluster://secret@a", { password: "secret" }],
  ["redis-cluster://a", {}],
])("has the credentials of %s", (text, credentials) => {
  const address = readAddress(text);
  expect("target" in address && address.target.is === "cluster" && address.target.credentials).toEqual(
    credentials,
  );
});

const form = "it is not an address such as redis://host:6379/0";
it.each([
  ["", form],
  ["hunter2:6379", form],
  ["http://hunter2", form],
  ["redis://", form],
  ["redis://hunter2/farm", form],
  ["redis://hunter2/0/1", form],
  ["redis://hunter2:1,hunter2:2", form],
  ["redis://hunter2#@b", form],
  ["redis://hunter2?@b", form],
  ["redis://a:hunter2%@b", "a percent sign in it begins no escape"],
  ["redis-cluster://a:hunter2%@b", "a percent sign in it begins no escape"],
  ["redis-sentinel://b?sentinelPassword=hunter2%", "a percent sign in it begins no escape"],
  ["redis-cluster://a:hunt#er2@b", form],
  ["redis-cluster://a:hunter2/@b", "host 1 of its list"],
  ["redis-cluster://a,,hunter2", "host 2 of its list"],
  ["redis-cluster://a,hunter2:65536", "host 2 of its list"],
  ["redis-cluster://", "host 1 of its list"],
  ["redis-cluster://hunter2/1", "a Redis Cluster has the database 0 alone"],
  ["redis-cluster://hunter2?x=1", "the address of a Redis Cluster has no parameters"],
  ["redis-sentinel://a/hunter2?sentinelMasterId=farm", "the database behind its hosts is not a number"],
  ["redis-sentinel://hunter2/0", "the name of the server is missing"],
  ["redis-sentinel://hunter2?sentinelMasterId=", "the name of the server is missing"],
  ["redis-sentinel://a?sentinelMasterId=farm&hunter2=1", "a parameter of it is none of sentinelMasterId"],
])("is refused, without a part of it in the reason: %s", (text, reason) => {
  expect(readAddress(text)).toEqual({ problem: expect.stringContaining(reason) as unknown });
  expect(JSON.stringify(readAddress(text))).not.toContain("hunter2");
});
