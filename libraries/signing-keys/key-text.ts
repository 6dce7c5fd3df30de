// Undoes what environment files, CI settings and copying do to the text of a private key. Pure.

const decoded = (text: string): string | undefined => {
  if (!/^[A-Za-z\d+/\s]{40,}={0,2}\s*$/.test(text)) return undefined;
  const inner = Buffer.from(text, "base64").toString("utf8").trim();
  return /^(-----BEGIN |\{)/.test(inner) ? inner : undefined;
};

/** The member `private_key` of a Google service account, which is a JSON object. */
function memberOfAccount(text: string): string | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const { private_key: key } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return typeof key === "string" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a PEM whose line ends were lost or replaced by spaces (RFC 7468 section 2). */
const rewrapped = (pem: string): string =>
  pem.replace(
    /(-----BEGIN [A-Z\d ]+-----)\s*([A-Za-z\d+/=\s]+?)\s*(-----END [A-Z\d ]+-----)/g,
    (_whole, begin: string, data: string, end: string) =>
      [begin, ...(data.replace(/\s+/g, "").match(/.{1,64}/g) ?? []), end].join("\n"),
  );

/**
 * The text of a key as its file has it: without quotes around it, with line ends in place of a literal `\n` and of spaces,
 * out of base64, or out of the JSON of a service account. Another text is returned as it is, without blanks around it.
 */
export function keyText(text: string): string {
  const bare = text
    .trim()
    .replace(/^(["'])([^]*)\1$/, "$2")
    .trim();
  const inner = memberOfAccount(bare) ?? decoded(bare) ?? bare;
  if (!inner.startsWith("-----BEGIN ")) return inner;
  return rewrapped(
    inner
      .replace(/\\r|\r/g, "")
      .replaceAll("\\n", "\n")
      .trim(),
  );
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^-----BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/, "an encrypted private key"],
  [/^-----BEGIN OPENSSH /, "a key of OpenSSH; `ssh-keygen -p -m PKCS8 -f FILE` converts it"],
  [/^-----BEGIN (RSA )?PUBLIC /, "a public key"],
  [/^-----BEGIN CERTIFICATE/, "a certificate"],
  [/^(ssh-|ecdsa-)/, "a public key of OpenSSH"],
  [/^-----BEGIN (?!.*-----END )/s, "a PEM without its last line"],
  [/^(\/|\.\.?\/|[A-Za-z]:\\)\S+$/, "the path of a file"],
];

/** What a text is that is no private key, such as `: it is a certificate`; empty if that is unknown. */
export function foundInstead(text: string): string {
  const kind = kinds.find(([pattern]) => pattern.test(text))?.[1];
  return kind === undefined ? "" : `: it is ${kind}`;
}
