// The options of each token. They are a preset of Pictor, so they survive a restart, people can see and change them, and no other
// token has them.

import { ApiError, type Preset } from "@pictor/client";
import { createKeyedLock, digestOf } from "@pictor/kernel/plugin";
import type { Session } from "./session.js";
import { withChanges, type Changes } from "./settings-of-options.js";

/** The form of a preset: what a request of the token starts from. */
export type Defaults = Pick<Preset, "params" | "features" | "backend">;

export interface TokenOptions {
  /** The values that requests of the token have where they name none. */
  read(session: Session): Promise<Defaults>;
  /** Changes settings of the token, one change after the other. */
  change(session: Session, changes: Changes): Promise<void>;
}

/** Characters that no name of a preset has. */
const unusable = /[\p{C}\p{Zl}\p{Zp}/\\]/gu;
const longestName = 80;
const digestDigits = 8;

/** The name of the preset of a token: the name of the token for people, and a digest of its id, which no other token has. */
export function presetName({ id, name }: Session["caller"]): string {
  const digest = digestOf(id).slice(0, digestDigits);
  const shown = Array.from(name.trim().replace(unusable, "_")).slice(0, longestName).join("");
  return `a1111 ${shown} ${digest}`;
}

/** Workflows whose settings both kinds of requests have, except for the files to start from. */
const workflows = ["txt2img", "img2img"];

async function presetOf({ client, caller }: Session): Promise<Preset | undefined> {
  try {
    const preset = await client.calls.readPreset({ params: { name: presetName(caller) } });
    // A preset that another token has saved under this name holds settings of that token.
    const isOwn = preset.owner === caller.id;
    return isOwn && workflows.includes(preset.workflow) ? preset : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

export function createTokenOptions(): TokenOptions {
  const lock = createKeyedLock();
  return {
    async read(session) {
      const preset = await presetOf(session);
      if (preset === undefined) return { params: {}, features: [] };
      const { seed: _seed, image: _image, mask: _mask, ...params } = preset.params;
      const { features, backend } = preset;
      return { params, features, ...(backend !== undefined && { backend }) };
    },
    change: (session, changes) =>
      lock(session.caller.id, async () => {
        const preset = await presetOf(session);
        const {
          name: _name,
          savedAtMs: _savedAtMs,
          owner: _owner,
          ...form
        } = preset ?? {
          name: "",
          savedAtMs: 0,
          owner: "",
          workflow: "txt2img",
          description: `What requests to the API a1111 with the token ${session.caller.name} start from`,
          params: {},
        };
        const body = { ...form, owned: true, params: withChanges(form.params, changes) };
        await session.client.calls.savePreset({ params: { name: presetName(session.caller) }, body });
      }),
  };
}
