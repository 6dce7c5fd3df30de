// Decides which part of a submission's `extra_data` the queue, the history and the jobs show.

/** Converts the `extra_data` that a client sent to the `extra_data` that the server shows. */
export type ExtraDataFilter = (sent: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Credentials of paid services. Real servers pass them to nodes and hide them everywhere else. */
const CREDENTIAL_KEYS = new Set(["auth_token_comfy_org", "api_key_comfy_org"]);

export const withoutCredentials = <Value>(sent: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(sent).filter(([key]) => !CREDENTIAL_KEYS.has(key)));

/** Hides credentials and adds `create_time` in milliseconds. */
export const filterExtraData: ExtraDataFilter = (sent) => ({
  ...withoutCredentials(sent),
  create_time: Date.now(),
});
