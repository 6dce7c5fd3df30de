// The name of an entry: everything that it says can be read back, and a name of others is none.

import { expect, it } from "vitest";
import { formatEntry, parseEntry } from "./entry-name.js";
import { identifySelf, livenessOf, ownIdentity } from "./process-identity.js";

const owner = { pid: 12, start: "3456", machine: "ab12", id: "0f", host: "box.local" };

it("an entry is read as it was written, also without start and machine", () => {
  expect(parseEntry(formatEntry(owner, 7))).toEqual({ ...owner, generation: 7 });
  const unknown = { ...owner, start: "", machine: "", host: "" };
  expect(parseEntry(formatEntry(unknown, 0))).toEqual({ ...unknown, generation: 0 });
});

it("a host's name does not lead out of the folder", () => {
  expect(formatEntry({ ...owner, host: "../a:b\\c@d" }, 0)).toBe("12.3456.ab12.0f.0@.._a_b_c_d");
});

it.each([".DS_Store", "", "12@host", "a.1.b.c.0@host", "1.2.3.4@h", ".nfs0001", "1.2.zz.0f.0@h"])(
  "%j is no entry",
  (name) => {
    expect(parseEntry(name)).toBeUndefined();
  },
);

it("a process is known by its start, not by its pid alone", async () => {
  const self = { ...(await ownIdentity()), id: "0f" };
  expect(await livenessOf({ ...self, pid: 99_999_999 })).toBe("dead");
  expect(await livenessOf({ ...self, machine: "another" })).toBe("unknown");
  expect(await livenessOf({ ...self, machine: "" })).toBe("unknown");
  expect(await livenessOf({ ...self, start: "" })).toBe("unknown");
  if (self.start === "") return;
  expect(await livenessOf(self)).toBe("alive");
  expect(await livenessOf({ ...self, start: `${self.start}1` })).toBe("dead");
});

it.each<NodeJS.Platform>(["darwin", "win32"])(
  "on %s a machine is known by its network cards",
  async (platform) => {
    const [one, other] = [await identifySelf(platform), await identifySelf(platform)];
    expect(one.machine).toMatch(/^[0-9a-f]{16}$/);
    expect(other).toEqual(one);
    expect((await identifySelf("linux")).machine).not.toBe(one.machine);
  },
);
