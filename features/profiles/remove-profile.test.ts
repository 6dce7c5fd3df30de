// The removal of a profile that no plugin can read any more.

import { expect, it } from "vitest";
import { fault } from "@pictor/kernel";
import { profileOperations, type ProfileContext } from "./operations.js";

it("deletes the secrets of a profile whose scheme no plugin has", async () => {
  const unreadable = () =>
    Promise.reject(
      fault("AUTH_SCHEME_UNKNOWN", { scheme: "gone", where: "here", known: "", suggestion: "" }),
    );
  const names = new Set(["old"]);
  const secrets = new Set(["old.gone.token.1", "shared"]);
  const schemes = { gone: { token: { $secret: "old.gone.token.1" }, key: { $secret: "shared" } } };
  const pictor = {
    configuration: { values: { profiles: { old: { type: "gone", schemes } } } },
    profiles: {
      names: () => [...names],
      view: unreadable,
      run: unreadable,
      remove: (name: string) => Promise.resolve(names.delete(name)),
    },
    secrets: {
      names: () => Promise.resolve([...secrets]),
      delete: (name: string) => Promise.resolve(secrets.delete(name)),
    },
    redact: (text: string) => text,
  };
  const context = { pictor, profileChanges: { publish: () => Promise.resolve(undefined) } };
  const call = {
    params: { name: "old" },
    query: {},
    body: undefined,
    caller: { tokenId: "", name: "", scopes: ["admin"] as const },
    signal: new AbortController().signal,
  };
  const { notes } = await profileOperations.deleteProfile.run(call, context as unknown as ProfileContext);
  expect([...secrets]).toEqual(["shared"]);
  expect(notes).toContain("Secrets deleted: old.gone.token.1.");
});
