// Variables in a request: known ones are filled in everywhere, unknown ones are refused in the address and the auth setting.

import { describe, expect, it } from "vitest";
import { variableNames, type Variables, type RequestInput } from "@pictor/kernel";
import { fillRequest } from "./fill-request.js";

const url = "http://127.0.0.1:1/";
const dev: Variables = { environment: "dev", names: ["x"], values: { x: "X" } };
const none: Variables = { environment: undefined, names: [], values: {} };
const fill = (request: RequestInput, variables = dev) =>
  fillRequest(request, () => Promise.resolve(variables));
const filled = async (auth: NonNullable<RequestInput["auth"]>, variables = dev) =>
  (await fill({ url, auth }, variables)).auth;
const withValue = (value: string) => ({ type: "t", groups: [{ name: "a", value }], list: ["b", value] });

describe("an inline auth setting", () => {
  it("is filled in groups and lists too", async () => {
    expect(await filled(withValue("{{x}}-{{ x }}"))).toEqual(withValue("X-X"));
  });

  it.each([dev, none])(
    "with a variable that nobody knows is refused, by its place: %j",
    async (variables) => {
      await expect(filled({ type: "t", groups: [{ value: "{{nope}}" }] }, variables)).rejects.toThrow(
        expect.objectContaining({
          code: "VARIABLE_UNKNOWN",
          details: expect.objectContaining({
            variable: "{{nope}}",
            where: "the auth setting of type t/groups/0/value",
          }) as object,
        }) as Error,
      );
    },
  );

  it("does not change a reference", async () => {
    const auth = { type: "t", key: { $env: "{{x}}" } };
    expect(await filled(auth)).toEqual(auth);
  });
});

it("without an environment and a variable, a request is unchanged", async () => {
  const request = { url: `${url}{{}}{{a`, body: "{{x}}" };
  expect(await fill(request, none)).toBe(request);
});

it("an address can be a URL, and a value that is none is refused", async () => {
  const source = () => Promise.resolve(none);
  expect(await fillRequest({ url: new URL(url) }, source)).toEqual({ url });
  for (const given of ["{}", '{"url": null}', '{"url": 5}'])
    await expect(fillRequest(JSON.parse(given) as RequestInput, source)).rejects.toMatchObject({
      code: "REQUEST_URL_INVALID",
    });
});

it("resolves only the variables in its texts", async () => {
  const asked: unknown[] = [];
  const source = (used: unknown) => {
    asked.push(variableNames(used));
    return Promise.resolve(dev);
  };
  const headers = [["{{no}}", "{{a}}"]] as const;
  await fillRequest({ url: `${url}{{x}}`, headers, body: "{{b}}", auth: "{{no}}" }, source);
  await fillRequest({ url, body: Buffer.from("{{no}}"), auth: { type: "t", key: "{{ x }}" } }, source);
  await fillRequest({ url }, source);
  expect(asked).toEqual([["x", "a", "b"], ["x"], []]);
});
