// The tool of an operation: its name, its arguments and its result.

import { expect, it } from "vitest";
import type { OperationSpec } from "../features/base/operation-spec.js";
import { toolOf } from "./gen-tools.js";

const tool = { description: "Stars an image.", params: { id: "Id of the image" } };
const spec: OperationSpec = {
  method: "PATCH",
  path: "/v1/pictures/{id}",
  scope: "generate",
  group: "pictures",
  summary: "Change",
  query: { limit: { type: "integer", description: "Number", minimum: 1, required: true } },
  body: "PictureChange",
  replies: { 200: { description: "It is changed", body: "Nothing" } },
  tool,
};

it("the parts of the path, the query and the body are arguments", () => {
  expect(toolOf("starPicture", spec, tool)).toEqual({
    operation: "starPicture",
    name: "star_picture",
    title: "Star picture",
    description: "Stars an image.",
    scope: "generate",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input: {
      type: "object",
      properties: {
        id: { type: "string", description: "Id of the image" },
        limit: { type: "integer", description: "Number", minimum: 1 },
        starred: { type: "boolean" },
      },
      additionalProperties: false,
      required: ["id", "limit", "starred"],
    },
    output: { type: "object", description: "An empty object", properties: {} },
    places: { id: "params", limit: "query", starred: "body" },
  });
});

it.each([
  [
    "a part of the path without a description",
    { tool: { description: "" } },
    "starPicture: `tool.params` has no description of id.",
  ],
  [
    "two parts of one name",
    { query: { id: { type: "string", description: "" } } },
    "two parts of the call have the name id.",
  ],
  [
    "a combination, which clients refuse",
    { body: "HttpRequest" },
    "starPicture.body.json: a tool needs one type",
  ],
  [
    "a reply of bytes",
    { replies: { 200: { description: "", media: ["image/png"] } } },
    "a tool takes and gives JSON.",
  ],
] satisfies [string, Partial<OperationSpec>, string][])("%s is refused", (_name, change, message) => {
  expect(() => toolOf("starPicture", Object.assign({}, spec, change), tool)).toThrow(message);
});
