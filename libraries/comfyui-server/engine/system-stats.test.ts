// What the server says of its system.
import { parseJson } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { oldServer } from "../faults/old-server.js";
import { json } from "@pictor/comfyui-protocol";
import { ownSystemStats } from "./embedded-engine.js";

it.each<[NodeJS.Platform, string]>([
  ["linux", "posix"],
  ["darwin", "posix"],
  ["win32", "nt"],
])("%s is named as Python does it, and by a server of 2025 as %s", async (platform, older) => {
  const stats = ownSystemStats(["main.py"], platform);
  expect(stats).toMatchObject({ system: { os: platform, argv: ["main.py"] } });
  const routed = { path: "/system_stats" } as never;
  const reply = await oldServer.reply?.({ kind: "old-server" }, routed, json(stats), {} as never);
  expect(parseJson(reply?.body as string)).toMatchObject({ system: { os: older } });
});
