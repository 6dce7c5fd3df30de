// What a handler of an auth scheme may do with the headers of the caller.

import { outgoingRequest } from "@pictor/host/testing";
import { expect, it } from "vitest";
import type { HeaderPair, OutgoingRequest, Tap } from "@pictor/kernel";
import { checkChange } from "./handler-changes.js";

const tap = { owner: "auth-a", hook: "beforeSend", handler: "add" } as Tap;
const request: OutgoingRequest = outgoingRequest({
  url: "http://127.0.0.1/",
  headers: [
    ["Host", "studio.example"],
    ["Accept", "image/png"],
  ],
  auth: { type: "a", settings: {} },
});
const change = (headers: readonly HeaderPair[]) => () =>
  checkChange("credentials", tap, request, { ...request, headers });
const copies = request.headers.map(([name, value]): HeaderPair => [name, value]);

it("copies of the caller's headers are not changes, also of those that control the connection", () => {
  expect(change([...copies, ["X-Key", "k"]])).not.toThrow();
});

it.each<[string, readonly HeaderPair[], string]>([
  [
    "another value of Host",
    [["Host", "elsewhere.example"], ...copies.slice(1)],
    "header Host, which controls",
  ],
  ["a header that controls the connection", [...copies, ["TE", "trailers"]], "header TE, which controls"],
  ["a header less", copies.slice(0, 1), "header Accept, which it has removed"],
])("%s is refused", (_what, headers, part) => {
  expect(change(headers)).toThrow(part);
});
