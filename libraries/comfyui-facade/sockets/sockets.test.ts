// The sockets of clients: who receives what, and what a slow client is spared.

import { expect, it } from "vitest";
import type { BackendEvent, Socket } from "@pictor/kernel/plugin";
import { startFacade } from "../testing/start-facade.js";

const saver = { name: "Saver", inputs: [], outputs: [], isOutput: true };
type Facade = ReturnType<typeof startFacade>["facade"];

/** A facade that follows prompts, and the events that its backend reports. */
function startFollowing() {
  const submitted = new Set<string>();
  let report: (event: BackendEvent) => void = () => undefined;
  const { facade, clock } = startFacade({
    submit({ promptId }: { readonly promptId: string }) {
      submitted.add(promptId);
      return Promise.resolve({ promptId, dropped: [] });
    },
    state: (id: string) => Promise.resolve({ state: submitted.has(id) ? "running" : "unknown" }),
    catalog: () => Promise.resolve(new Map([["Saver", saver]])),
    events(listener: (event: BackendEvent) => void) {
      report = listener;
      return Promise.resolve(() => undefined);
    },
  });
  const submit = async (owner: string, client_id: string, prompt_id: string): Promise<void> => {
    const body = JSON.stringify({ prompt: { 9: { class_type: "Saver", inputs: {} } }, client_id, prompt_id });
    expect((await facade.send({ method: "POST", path: "/prompt", body, owner })).status).toBe(200);
  };
  return { facade, clock, submit, report: (event: BackendEvent) => report(event) };
}

/**
 * A socket, with the messages that it receives and the code with which it is closed. A promise that `hold` gives is
 * waited for.
 */
async function listen(facade: Facade, owner: string, clientId: string, hold?: () => Promise<void>) {
  const received: (string | Uint8Array)[] = [];
  const closed: number[] = [];
  const socket: Socket = await facade.connect(
    { path: `/ws?clientId=${clientId}`, owner },
    {
      message(data) {
        received.push(data);
        return hold?.();
      },
      close: (code) => void closed.push(code),
    },
  );
  const texts = () => received.filter((data) => typeof data === "string");
  const messages = () =>
    texts().map((text) => JSON.parse(text) as { type: string; data: Record<string, unknown> });
  const frames = () => received.filter((data) => typeof data !== "string");
  return { socket, closed, messages, frames, types: () => messages().map(({ type }) => type) };
}
/** Frames are passed on one after another, each in a turn of its own. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("the events of a prompt reach every socket of its client, and none of other owners and clients", async () => {
  const { facade, submit, report } = startFollowing();
  const sockets = [
    await listen(facade, "anna", "same"),
    await listen(facade, "anna", "same"),
    await listen(facade, "ben", "same"),
    await listen(facade, "anna", "other"),
  ];
  await submit("anna", "same", "p");
  report({ type: "node", promptId: "p", node: "9" });
  await settle();
  expect(sockets.map(({ types }) => types().includes("executing"))).toEqual([true, true, false, false]);
});

it("a client that connects while the facade is closed gets no socket", async () => {
  let subscribed = (): void => undefined;
  const events = () =>
    new Promise<() => undefined>((resolve) => {
      subscribed = () => resolve(() => undefined);
    });
  const { facade } = startFacade({ events });
  const opening = listen(facade, "anna", "late");
  facade.close();
  subscribed();
  await expect(opening).rejects.toThrow("aborted");
});

it("the length of the queue is told to all at once, and what changes within the next moment together", async () => {
  const { facade, clock, submit } = startFollowing();
  await clock.advance(1_000);
  const { messages } = await listen(facade, "ben", "other");
  const lengths = async () => {
    await settle();
    const told = messages().filter(({ type }) => type === "status");
    return told.map(({ data }) => (data["status"] as { exec_info: object }).exec_info);
  };
  await submit("anna", "same", "p");
  for (const id of ["q", "r"]) await submit("anna", "same", id);
  expect(await lengths()).toEqual([{ queue_remaining: 0 }, { queue_remaining: 1 }]);
  await clock.advance(250);
  expect((await lengths()).slice(2)).toEqual([{ queue_remaining: 3 }]);
});

it("a new socket learns its client id, the length of the queue and the node that runs for its client", async () => {
  const { facade, submit, report } = startFollowing();
  for (const id of ["p", "waits"]) await submit("anna", "same", id);
  report({ type: "node", promptId: "p", node: "9" });
  const first = async (owner: string, clientId: string) => {
    const { messages } = await listen(facade, owner, clientId);
    await settle();
    return messages();
  };
  const status = (sid: string) => ({
    type: "status",
    data: { status: { exec_info: { queue_remaining: 2 } }, sid },
  });
  expect(await first("anna", "same")).toEqual([status("same"), { type: "executing", data: { node: "9" } }]);
  expect(await first("ben", "same")).toEqual([status("same")]);
  expect(await first("anna", "other")).toEqual([status("other")]);
});

it("previews come with their prompt and node to a client that asks in its first message", async () => {
  const { facade, submit, report } = startFollowing();
  const asks = JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } });
  const [asking, late, plain] = [
    await listen(facade, "anna", "same"),
    await listen(facade, "anna", "same"),
    await listen(facade, "anna", "same"),
  ];
  await asking.socket.send("no JSON, which is no message");
  await asking.socket.send(asks);
  await late.socket.send("{}");
  await late.socket.send(asks);
  await submit("anna", "same", "p");
  report({ type: "preview", promptId: "p", node: "9", mime: "image/jpeg", bytes: Uint8Array.of(7) });
  await settle();
  const kinds = [asking, late, plain].map(({ frames, types }) => [
    types().includes("feature_flags"),
    frames().map((frame) => frame[3]),
  ]);
  expect(kinds).toEqual([
    [true, [4]],
    [false, [1]],
    [false, [1]],
  ]);
});

it("of the previews that wait for a slow client only the newest is sent, but every picture that is a result", async () => {
  const { facade, submit, report } = startFollowing();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { frames } = await listen(facade, "anna", "same", () => held);
  await submit("anna", "same", "p");
  const preview = (byte: number, node: string, mime: string): void => {
    report({ type: "preview", promptId: "p", node, mime, bytes: Uint8Array.of(byte) });
  };
  for (const byte of [1, 2, 3]) preview(byte, "4", "image/jpeg");
  for (const byte of [4, 5]) preview(byte, "9", "image/png");
  release();
  await settle();
  expect(frames().map((frame) => frame.at(-1))).toEqual([3, 4, 5]);
});

it("a socket that its client has closed gets nothing more, not even what waited for it", async () => {
  const { facade, submit, report } = startFollowing();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { socket, closed, frames, types } = await listen(facade, "anna", "same", () => held);
  await submit("anna", "same", "p");
  report({ type: "preview", promptId: "p", node: "9", mime: "image/png", bytes: Uint8Array.of(1) });
  await socket.close(1000);
  release();
  await settle();
  report({ type: "preview", promptId: "p", node: "9", mime: "image/png", bytes: Uint8Array.of(2) });
  await socket.send(JSON.stringify({ type: "feature_flags", data: {} }));
  await settle();
  expect([closed, types(), frames()]).toEqual([[1000], ["status"], []]);
});

it("a client that stops reading is closed when more than 64 MiB wait for it, and once", async () => {
  const { facade, submit, report } = startFollowing();
  const slow = await listen(facade, "anna", "same", () => new Promise<void>(() => undefined));
  const reading = await listen(facade, "anna", "same");
  await submit("anna", "same", "p");
  const bytes = new Uint8Array(1024 * 1024);
  const show = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) {
      report({ type: "preview", promptId: "p", node: "9", mime: "image/png", bytes });
      await settle();
    }
  };
  await show(63);
  expect(slow.closed).toEqual([]);
  await show(1);
  expect(slow.closed).toEqual([1011]);
  await expect(slow.socket.ping(1_000)).rejects.toThrow("closed");
  await slow.socket.close();
  expect([slow.closed, reading.closed]).toEqual([[1011], []]);
});
