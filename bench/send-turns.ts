// A child process: sends with one variant, as many requests as a message asks for, and replies with the time. One process
// per variant, because an AsyncLocalStorage of Pictor would also slow down every promise of bare undici.

import { processorTime, timed } from "./measure.js";
import { answer, tell } from "./processes.js";
import { sendVariants } from "./send-variants.js";

export interface Load {
  readonly requests: number;
  readonly inFlight: number;
}
/** Microseconds of wall clock and of the process's processor time per request. */
export interface Figures {
  readonly wall: number;
  readonly cpu: number;
}

const [name = "", url = ""] = process.argv.slice(2);
const open = sendVariants[name];
if (open === undefined) throw new Error(`there is no variant ${name}`);
const { send, expected, close } = await open(url);
const received = await send();
if (received !== expected) throw new Error(`${name}: the server received "${received}"`);

/** Sends with a number of requests in flight. */
async function measure({ requests, inFlight }: Load): Promise<Figures> {
  let left = requests;
  const worker = async () => {
    while (left-- > 0) await send();
  };
  let wallMs = 0;
  const cpu = await processorTime(async () => {
    wallMs = await timed(() => Promise.all(Array.from({ length: inFlight }, worker)));
  });
  return { wall: (wallMs * 1000) / requests, cpu: cpu / requests };
}

answer(measure, close);
tell("ready");
