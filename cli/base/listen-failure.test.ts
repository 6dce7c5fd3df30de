// What a command says when it cannot listen.

import { PictorError } from "@pictor/kernel";
import { expect, it } from "vitest";
import { listenFailure } from "./listen-failure.js";
import { UsageError } from "./usage-error.js";

const plan = { host: "gpu-3.example", port: 9464, optionOf: () => "--health" };
const systemError = (details: object): Error => Object.assign(new Error("it failed"), details);

it("names the port that is in use, which can be that of another server of the command", () => {
  const error = listenFailure(systemError({ code: "EADDRINUSE", syscall: "listen", port: 8188 }), plan);
  expect(error).toBeInstanceOf(PictorError);
  expect(error).toMatchObject({ code: "BACKEND_PORT_IN_USE", details: { port: 8188, setting: "--health" } });
});

it.each([
  ["ENOTFOUND", "getaddrinfo"],
  ["EADDRNOTAVAIL", "listen"],
  ["EACCES", "listen"],
])("names the address for %s, which is no fault of Pictor", (code, syscall) => {
  const error = listenFailure(systemError({ code, syscall }), plan);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).what).toBe(`Port 9464 on gpu-3.example cannot be listened on (${code}).`);
});

it("returns other errors as they are", () => {
  const error = systemError({ code: "EACCES", syscall: "open" });
  expect(listenFailure(error, plan)).toBe(error);
});
