// The operations on the certificates that the user trusts though no known authority has signed them.

import type { Pictor } from "@pictor/host";
import { inputInvalid, ok, operation, operationFault } from "../base/index.js";

export interface CertificateContext {
  readonly pictor: { readonly configuration: Pick<Pictor["configuration"], "certificates"> };
}

const list = async ({ pictor }: CertificateContext) => {
  const all = Object.entries((await pictor.configuration.certificates?.trusted()) ?? {});
  return { certificates: all.map(([origin, fingerprint]) => ({ origin, fingerprint })) };
};

export const certificateOperations = {
  listCertificates: operation("GET /v1/certificates", {
    scope: "admin",
    group: "requests",
    summary: "The certificates that the user trusts though no known authority has signed them",
    replies: ok("CertificateList", "The certificates"),
  }).handle((_call, context: CertificateContext) => list(context)),
  trustCertificate: operation("PUT /v1/certificates", {
    scope: "admin",
    group: "requests",
    summary: "Trust one certificate for an origin, instead of any other, or trust none any longer",
    body: "TrustedCertificate",
    replies: ok("CertificateList", "The certificates"),
  }).handle(async ({ body: { origin, fingerprint } }, context: CertificateContext) => {
    const { certificates } = context.pictor.configuration;
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw inputInvalid("#/origin", "an https origin, such as https://gpu.example:8443", "another text");
    if (certificates === undefined)
      throw operationFault("API_STATE_CONFLICT", { what: "This server keeps no trust in certificates" });
    await certificates.trust(origin, fingerprint);
    return list(context);
  }),
} as const;
