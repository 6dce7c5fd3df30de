// Method and body after a redirect (RFC 9110 section 15.4), to the same origin and to another one.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestInput } from "@pictor/host";
import { createLab, type LabPictor } from "./lab.test.support.js";
import { redirectTo, type Origin } from "./origins.test.support.js";

const statuses = [301, 302, 303, 307, 308];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const chunks = async function* () {
  yield await Promise.resolve(new TextEncoder().encode("bö"));
  yield new TextEncoder().encode("dy");
};
const bodies: Readonly<Record<string, RequestInput["body"]>> = {
  none: undefined,
  text: "bödy",
  bytes: new TextEncoder().encode("bödy"),
  "a stream": { open: chunks, replayable: true },
  "a stream of known length": { open: chunks, replayable: true, length: 5 },
  "a stream that can be read once": { open: chunks, replayable: false },
};
const carriesBody = (method: string): boolean => !["GET", "HEAD"].includes(method);

/** RFC 9110 sections 15.4.2 to 15.4.9. */
function methodBehind(status: number, method: string): string {
  if (status === 303) return method === "HEAD" ? "HEAD" : "GET";
  return status < 303 && method === "POST" ? "GET" : method;
}

const lab = createLab();
let first: Origin;
let second: Origin;
let pictor: LabPictor;
beforeAll(async () => {
  second = await lab.origin();
  first = await lab.origin((request, response) => {
    const [, where, status] = request.url.split("/");
    if (where === "end") response.end("ok");
    else redirectTo(() => `${where === "other" ? second.http : ""}/end`, Number(status))(request, response);
  });
  pictor = await lab.createPictor();
});
afterAll(() => lab.close());

describe.each(["same", "other"])("at the %s origin", (where) => {
  it.each(statuses.flatMap((status) => methods.map((method) => [status, method] as const)))(
    "%i after %s",
    async (status, method) => {
      const expected = methodBehind(status, method);
      for (const [name, body] of Object.entries(bodies)) {
        if (body !== undefined && !carriesBody(method)) continue;
        const [before, there] = [second.arrived.length, where === "other" ? second : first];
        const input = {
          method,
          url: `${first.http}/${where}/${status}`,
          headers: { "content-type": "text/plain", "content-language": "de", "x-kept": "1" },
          ...(body !== undefined && { body }),
        };
        const { reply, error } = await pictor.end(input);
        const isKept = body !== undefined && expected === method;
        if (isKept && name === "a stream that can be read once") {
          expect([error?.code, second.arrived.length - before], name).toEqual(["REQUEST_REDIRECT", 0]);
          continue;
        }
        const last = there.arrived.at(-1)!;
        expect(reply?.hops.map((hop) => [hop.method, hop.status])).toEqual([
          [method, status],
          [expected, 200],
        ]);
        expect(last, name).toMatchObject({ method: expected, body: isKept ? "bödy" : "" });
        expect(last.headers["x-kept"]).toBe("1");
        const { "content-type": type, "transfer-encoding": encoding } = last.headers;
        if (isKept) expect(type, name).toBe("text/plain");
        if (expected !== method) expect([type, encoding], name).toEqual([undefined, undefined]);
      }
    },
  );
});

describe("no redirect is", () => {
  it.each([300, 304, 305, 306])("a reply of status %i, whatever it names", async (status) => {
    const { reply } = await pictor.end({ url: `${first.http}/other/${status}` });
    expect([reply?.status, reply?.hops.length]).toEqual([status, 1]);
  });

  it("a reply without a Location", async () => {
    const bare = await lab.origin((_request, response) => void response.writeHead(302).end("here"));
    const { reply } = await pictor.end({ url: bare.http });
    expect([reply?.status, reply?.hops.length]).toEqual([302, 1]);
  });

  it("one that the request does not want", async () => {
    const before = second.arrived.length;
    const { error } = await pictor.end({ url: `${first.http}/other/302`, redirect: "error" });
    expect([error?.code, second.arrived.length - before]).toEqual(["REQUEST_REDIRECT", 0]);
  });
});
