// Routes: the certificates that the user trusts though no known authority has signed them.

import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

export function certificateHandlers({
  pictor,
}: RouteDependencies): Handlers<"listCertificates" | "trustCertificate"> {
  const { certificates } = pictor.configuration;
  const list = async () => {
    const all = Object.entries((await certificates?.trusted()) ?? {});
    return {
      status: 200 as const,
      json: { certificates: all.map(([origin, fingerprint]) => ({ origin, fingerprint })) },
    };
  };
  return {
    listCertificates: list,
    trustCertificate: async ({ body: { origin, fingerprint } }) => {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw fault("API_INPUT_INVALID", {
          ...{ pointer: "/origin", expected: "an https origin, such as https://gpu.example:8443" },
          ...{ found: "another text", suggestion: "" },
        });
      if (certificates === undefined)
        throw fault("API_STATE_CONFLICT", { what: "This server keeps no trust in certificates" });
      await certificates.trust(origin, fingerprint);
      return list();
    },
  };
}
