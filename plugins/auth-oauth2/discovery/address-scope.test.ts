// Which hosts are loopback, private and public.

import { describe, expect, it } from "vitest";
import { addressScopeOf } from "./address-scope.js";

const hostname = (host: string): string => new URL(`https://${host}`).hostname;

const hosts = (text: string): readonly string[] => text.split(" ");

describe.each([
  ["loopback", hosts("localhost LOCALHOST 127.0.0.1 127.1 0x7f.0.0.1 127.255.0.9 [::1] [0:0::1]")],
  [
    "private",
    [
      ...hosts("10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.2 100.64.0.1 198.18.0.1 0.0.0.0 192.0.0.170"),
      ...hosts(
        "169.254.169.254 2852039166 224.0.0.1 239.1.1.1 255.255.255.255 [fe80::1] [fd00:ec2::254] [::]",
      ),
      ...hosts(
        "[::ffff:10.0.0.1] [::ffff:127.0.0.1] [::ffff:169.254.169.254] [64:ff9b::a9fe:a9fe] [2002:a00:1::]",
      ),
      ...hosts("[64:ff9b:1::1] [fec0::1] [ff02::1] keycloak printer.local metadata.google.internal nas.lan"),
      ...hosts("metadata.google.internal. nas.home.arpa app.localhost localhost."),
    ],
  ],
  [
    "public",
    [
      ...hosts("auth.example.com 8.8.8.8 172.32.0.1 100.128.0.1 [2606:4700::1111] [::ffff:8.8.8.8]"),
      ...hosts("localhost.example.com 10.0.0.1.example.com internal.example.com"),
    ],
  ],
] as const)("%s", (scope, all) => {
  it.each(all)("%s", (host) => {
    expect(addressScopeOf(hostname(host))).toBe(scope);
  });
});
