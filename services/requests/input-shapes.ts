// The members that a request, and the options of its call, can have. Others would have no effect.

import {
  anything,
  aSecretText,
  exactly,
  optional,
  requireShape,
  type Check,
  type HandshakeInput,
  type RequestInput,
  type SendOptions,
} from "@pictor/kernel";

const handshake = { url: aSecretText, headers: anything, auth: anything, profile: anything } as const;

const aHandshakeInput = exactly<HandshakeInput>(handshake);

const aRequestInput = exactly<RequestInput>({
  ...handshake,
  method: anything,
  body: anything,
  purpose: anything,
  redirect: anything,
  keepsPost: anything,
  compressed: anything,
  keptCookies: anything,
});

const someOptions = optional(
  exactly<SendOptions>({ signal: anything, timeoutMs: anything, maxBytes: anything, addresses: anything }),
);

const required =
  (aRequest: Check) =>
  (request: unknown, options: unknown): void => {
    requireShape("the request", request, aRequest);
    requireShape("the options of the request", options, someOptions);
  };

/** Throws `SETTINGS_INVALID` for an unknown member of a request for `send`, or of its options. */
export const requireSendInput = required(aRequestInput);

/** As `requireSendInput`, for `connect`. */
export const requireConnectInput = required(aHandshakeInput);
