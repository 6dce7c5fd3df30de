// The frames from a server to one client of the proxy, with the faults of WebSockets.

import type { Socket } from "node:net";
import type { ActiveFaults } from "./active-faults.js";
import { frameCutter, isMessage, longerFrame, type Frame } from "./frames.js";

interface Relay {
  readonly faults: ActiveFaults;
  /** Called with each text, before it is sent. */
  readonly note: (text: string) => void;
  readonly refuse: (ms: number) => void;
}

/** Frames of a run are those that name a prompt, and binary ones. Each socket counts separately. */
export function relayFrames(upstream: Socket, client: Socket, { faults, note, refuse }: Relay): void {
  const cutter = frameCutter();
  let handshake: Buffer = Buffer.alloc(0);
  let isOpen = false;
  let count = 0;
  let held: Frame | undefined;
  let isSilent = false;

  const send = (frame: Frame): void => {
    if (isSilent) return;
    const long = frame.opcode === 2 ? faults.find("long-previews") : undefined;
    client.write(long === undefined ? frame.bytes : longerFrame(frame, long.bytes));
  };
  const cut = (): void => {
    const isDue = ({ afterFrames }: { readonly afterFrames?: number }): boolean => count === afterFrames;
    if (faults.strike("half-open", isDue) !== undefined) isSilent = true;
    if (faults.strike("drop-socket", isDue) !== undefined) client.resetAndDestroy();
    const outage = faults.strike("refuse", isDue);
    if (outage !== undefined) refuse(outage.ms);
  };
  const relay = (frame: Frame): void => {
    if (!isMessage(frame)) {
      send(frame);
      return;
    }
    note(frame.text);
    const isOfRun = frame.opcode === 2 || frame.text.includes('"prompt_id"');
    if (isOfRun) count++;
    if (held === undefined && isOfRun && count % 4 === 0 && faults.find("wrong-order") !== undefined) {
      held = frame;
      return;
    }
    const frames = held === undefined ? [frame] : [frame, held];
    held = undefined;
    frames.forEach(send);
    if (isOfRun && faults.find("duplicate-events") !== undefined) send(frames.at(-1) ?? frame);
    if (isOfRun) cut();
  };

  upstream.on("data", (chunk) => {
    if (isOpen) {
      cutter.push(chunk).forEach(relay);
      return;
    }
    handshake = Buffer.concat([handshake, chunk]);
    const end = handshake.indexOf("\r\n\r\n");
    if (end === -1) return;
    isOpen = true;
    client.write(handshake.subarray(0, end + 4));
    cutter.push(handshake.subarray(end + 4)).forEach(relay);
  });
}
