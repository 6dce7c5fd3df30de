// What a tool is: its description for models, the scope that it needs, and the function that runs it.

import type { Client } from "@pictor/client";
import type { ApiContext, Clock } from "@pictor/kernel/plugin";
import type { ObjectSchema, ValueOf } from "./json-schema.js";

/** Reports the part that is done, from 0 to 1, and what is being done. */
export type Report = (done: number, message: string) => void;

/** An image in a result, in Base64. */
export interface ImageContent {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

export interface ToolResult {
  /** The structured result, which is repeated as text for clients that show texts only. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly images?: readonly ImageContent[];
  /** Whether the tool has failed, so that the model reads the result as an error. */
  readonly isError?: boolean;
}

/** What a call works with. */
export interface ToolCall {
  /** The local API with the rights of the caller. */
  readonly client: Client;
  readonly clock: Clock;
  readonly scopes: readonly string[];
  /** Aborted when the client cancels the call, closes the connection, or loses its token. */
  readonly signal: AbortSignal;
  readonly report: Report;
  readonly problemOf: ApiContext["problemOf"];
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The scope of the token without which the tool is not offered. */
  readonly scope: "read" | "generate" | "request" | "admin";
  /** Hints for the client, which asks its user before some calls. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    /** Whether the tool reaches other servers than the configured backends. */
    readonly openWorldHint: boolean;
  };
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  /** The arguments were checked against `input`. */
  run(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolResult>;
}

/** Defines a tool, whose arguments have the type that its input schema admits. */
export const defineTool = <Input extends ObjectSchema>(
  tool: Omit<Tool, "input" | "run"> & {
    readonly input: Input;
    run(args: ValueOf<Input>, call: ToolCall): Promise<ToolResult>;
  },
): Tool => ({ ...tool, run: (args, call) => tool.run(args as ValueOf<Input>, call) });

/** The annotations of a tool that only reads from Pictor. */
export const reads = { readOnlyHint: true, openWorldHint: false } as const;
