// Starts operations over the API, and waits for their ends and their questions.

import type { Operation, Question } from "@pictor/client";
import { readStream, type EventReader } from "./read-stream.js";
import type { CallOptions, TestServer } from "./start-server.js";

export interface OperationsClient {
  /** Expects 202. */
  begin(path: string, body?: unknown, options?: CallOptions): Promise<Operation>;
  /** Resolves to the operation, with its log, when it has ended. */
  ended(operation: Operation): Promise<Operation>;
  /** Starts an operation, and waits for its end. */
  run(path: string, body?: unknown): Promise<Operation>;
  /** Resolves to the question of an operation as soon as it is asked. */
  question(operation: Operation): Promise<Question>;
  answer(question: Question, answer: object, options?: CallOptions): Promise<number>;
  readonly events: EventReader;
}

export async function followOperations(test: TestServer): Promise<OperationsClient> {
  const events = await readStream(test);
  const begin: OperationsClient["begin"] = async (path, body = {}, options = {}) => {
    const reply = await test.call("POST", path, { ...options, body });
    if (reply.status !== 202) throw new Error(`${path}: ${reply.status} ${reply.bytes.toString()}`);
    return reply.json() as unknown as Operation;
  };
  const ended: OperationsClient["ended"] = async ({ id }) => {
    await events.until(({ event, data }) => {
      const operation = data["operation"] as Operation | undefined;
      return event === "operation" && operation?.id === id && operation.state !== "running";
    });
    return (await test.call("GET", `/v1/operations/${id}`)).json() as unknown as Operation;
  };
  return {
    events,
    begin,
    ended,
    run: async (path, body) => ended(await begin(path, body)),
    question: async ({ id }) => {
      const { data } = await events.until(
        ({ event, data }) => event === "question" && data["operationId"] === id,
      );
      return data["question"] as Question;
    },
    answer: async ({ id }, answer, options = {}) =>
      (await test.call("POST", `/v1/questions/${id}`, { ...options, body: answer })).status,
  };
}
