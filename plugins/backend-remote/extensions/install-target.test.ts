// Tests of the target of an installation: the address that the Manager is to clone.

import { describe, expect, it } from "vitest";
import { findInstallTarget } from "./install-target.js";

const index = {
  manager: { generation: "3", version: "V3.41", prefix: "" },
  packs: () => Promise.resolve([]),
  repositoryOf: () => Promise.resolve(undefined),
} as const;

describe("an extension that the Manager does not list is cloned from", () => {
  it.each([
    ["Owner/Name", "https://github.com/owner/name"],
    ["https://github.com/Owner/Name", "https://github.com/Owner/Name"],
    ["https://github.com/Owner/Name/tree/main/nodes", "https://github.com/Owner/Name"],
    ["https://gitlab.com/group/sub/Name/-/tree/main", "https://gitlab.com/group/sub/Name"],
    ["git@gitlab.com:Group/Name.git", "https://gitlab.com/group/name"],
    ["git@forge:me/nodes", "https://forge/me/nodes"],
    ["https://me:S3cret@github.com/Owner/Name", "https://github.com/owner/name"],
  ])("%s", async (id, address) => {
    expect(await findInstallTarget(index, id, {})).toEqual({ kind: "address", address });
  });
});
