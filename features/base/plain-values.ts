// Values as JSON, for a client.

import { plainRecord } from "@pictor/host/records";

/** Integers beyond 2^53 become texts, as seeds do, because many JSON parsers round them. */
export const plainValues = <Values>(values: Values): Values => plainRecord(values, (text) => text) as Values;
