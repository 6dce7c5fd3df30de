// Servers that end with their test.

import type { Server } from "node:net";
import { listen, type Listening } from "@pictor/host/testing";
import { onTestFinished } from "vitest";

export async function listenInTest(server: Server, address?: string): Promise<Listening> {
  const listening = await listen(server, address);
  onTestFinished(listening.close);
  return listening;
}
