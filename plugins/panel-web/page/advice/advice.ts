// The one table of the words for errors, by their codes. An error that is not in it is shown with the words of the server.

import type { Advice } from "../api/words.js";
import { ofBackends } from "./of-backends.js";
import { ofPictor } from "./of-pictor.js";
import { ofRequests } from "./of-requests.js";

const advices: Readonly<Record<string, Advice>> = { ...ofPictor, ...ofRequests, ...ofBackends };

export const adviceOf = (code: string | undefined): Advice | undefined =>
  code !== undefined && Object.hasOwn(advices, code) ? advices[code] : undefined;
