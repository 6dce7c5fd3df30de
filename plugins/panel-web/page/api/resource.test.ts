// Values that are read from the server: once, again on request, and never the older of two replies.

import { expect, it } from "vitest";
import { createResource } from "./resource.js";

/** A resource whose replies come when the test says so. */
function waiting() {
  const replies: ((value: string) => void)[] = [];
  const resource = createResource(
    () =>
      new Promise<string>((resolve) => {
        replies.push(resolve);
      }),
  );
  return { resource, replies };
}

it("is read once for several that need it, and each waits for the reply", async () => {
  const { resource, replies } = waiting();
  const both = Promise.all([resource.need(), resource.need()]);
  expect(replies).toHaveLength(1);
  replies[0]?.("a");
  await both;
  expect(resource.state.value).toEqual({ value: "a", isLoading: false });
  await resource.need();
  expect(replies).toHaveLength(1);
});

it("is read again on request, keeps its value meanwhile, and drops a reply that was overtaken", async () => {
  const { resource, replies } = waiting();
  const first = resource.load();
  const second = resource.load();
  replies[1]?.("new");
  await second;
  replies[0]?.("old");
  await first;
  expect(resource.state.value).toEqual({ value: "new", isLoading: false });
  void resource.load();
  expect(resource.state.value).toEqual({ value: "new", isLoading: true });
});

it("is read again by whoever needs it after it could not be read", async () => {
  let isBroken = true;
  const resource = createResource(() =>
    isBroken ? Promise.reject(new Error("broken")) : Promise.resolve("a"),
  );
  await resource.need();
  expect(resource.state.value.error).toBeDefined();
  isBroken = false;
  await resource.need();
  expect(resource.state.value).toEqual({ value: "a", isLoading: false });
});
