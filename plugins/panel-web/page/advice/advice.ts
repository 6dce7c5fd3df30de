// The one table of the words for errors, by their codes.

import type { Advice, Advices } from "./advice-kind.js";
import { ofBackends } from "./of-backends.js";
import { ofPictor } from "./of-pictor.js";
import { ofRequests } from "./of-requests.js";

const advices: Advices = { ...ofPictor, ...ofRequests, ...ofBackends };

/** Undefined for an error about which the page has no more to say than the server. */
export const adviceOf = (code: string | undefined): Advice | undefined =>
  code !== undefined && Object.hasOwn(advices, code) ? advices[code] : undefined;
