// Routes: the certificates that the user trusts though no known authority has signed them.

import { fault } from "../contract/faults.js";
import { inputInvalid, ok } from "@pictor/features/base";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";

const list = async ({ pictor }: RouteDependencies) => {
  const all = Object.entries((await pictor.configuration.certificates?.trusted()) ?? {});
  return { certificates: all.map(([origin, fingerprint]) => ({ origin, fingerprint })) };
};

export const certificateRoutes = {
  listCertificates: route({
    method: "GET",
    path: "/v1/certificates",
    scope: "admin",
    group: "requests",
    summary: "The certificates that the user trusts though no known authority has signed them",
    replies: ok("CertificateList", "The certificates"),
  }).handle((_call, deps) => list(deps)),
  trustCertificate: route({
    method: "PUT",
    path: "/v1/certificates",
    scope: "admin",
    group: "requests",
    summary: "Trust a certificate for one origin, and no other one there, or none any longer",
    body: "TrustedCertificate",
    replies: ok("CertificateList", "The certificates"),
  }).handle(async ({ body: { origin, fingerprint } }, deps) => {
    const { certificates } = deps.pictor.configuration;
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw inputInvalid("/origin", "an https origin, such as https://gpu.example:8443", "another text");
    if (certificates === undefined)
      throw fault("API_STATE_CONFLICT", { what: "This server keeps no trust in certificates" });
    await certificates.trust(origin, fingerprint);
    return list(deps);
  }),
} as const;
