// The proof of a request names the address as its server sees it.

import { createFakeClock, outgoingRequest } from "@pictor/host/testing";
import type { OutgoingRequest } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { createDpopKey } from "../dpop/dpop-key.js";
import { createDpopNonces } from "../dpop/dpop-nonces.js";
import { readProof } from "../testing/dpop-api.js";
import { RequestProofs } from "./request-proofs.js";

it.each([
  ["http://127.0.0.1:9000/a?b", [], "http://127.0.0.1:9000/a"],
  ["https://127.0.0.1:9000/a?b", [["Host", "api.example"]], "https://api.example/a"],
  ["wss://api.example/ws", [], "https://api.example/ws"],
] as const)("for %s with the headers %j it names %s", async (url, headers, htu) => {
  const request: OutgoingRequest = outgoingRequest({ url, headers, auth: { type: "oauth2", settings: {} } });
  const { stored } = await createDpopKey("ES256");
  const proofs = new RequestProofs(createFakeClock(), createDpopNonces());
  const sent = Object.fromEntries((await proofs.attach(request, "t", stored)).headers);
  expect(readProof(sent["DPoP"] ?? "").claims["htu"]).toBe(htu);
});
