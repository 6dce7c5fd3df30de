// What subscribers of the log receive, and when a subscription ends.

import { expect, it } from "vitest";
import type { Recipient } from "./clients.js";
import { createLogs } from "./logs.js";

it("sends no line to a client whose socket closed after it subscribed, until it subscribes again", () => {
  const open = new Set(["reader"]);
  const sent: Recipient[] = [];
  const logs = createLogs({ has: (id) => open.has(id), send: (recipient) => void sent.push(recipient) });
  logs.subscribe("reader");
  open.clear();
  logs.write("while it is away");
  open.add("reader");
  logs.write("after it returned");
  expect(sent).toEqual([]);
  logs.subscribe("reader");
  logs.write("after it subscribed again");
  expect(sent).toEqual([{ clientId: "reader" }]);
});
