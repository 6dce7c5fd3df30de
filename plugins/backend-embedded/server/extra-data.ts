// What the queue, the history and the jobs show of the `extra_data` of a submission.

export type ShownExtraData = (sent: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Accounts of paid services; real servers hand them to nodes and keep them out of queue and history. */
const SECRETS = new Set(["auth_token_comfy_org", "api_key_comfy_org"]);

/** Stamped with the time, in milliseconds. */
export const shownExtraData: ShownExtraData = (sent) => ({
  ...Object.fromEntries(Object.entries(sent).filter(([key]) => !SECRETS.has(key))),
  create_time: Date.now(),
});
