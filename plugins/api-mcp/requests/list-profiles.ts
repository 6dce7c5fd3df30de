// The tool list_profiles: the names under which requests can be authenticated, without any secret.

import { flag, inputs, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";

export const listProfiles = defineTool({
  name: "list_profiles",
  title: "List auth profiles",
  description:
    "Lists the saved auth profiles by name, for send_request: the scheme of each, its state, and the only origins to which its " +
    "credentials are sent. No secret is shown.",
  scope: "request",
  annotations: reads,
  input: inputs({}),
  output: output(
    {
      profiles: list(
        output(
          {
            name: text("The name, for the argument profile of send_request"),
            scheme: text("basic, bearer, oauth2, ..."),
            state: text("ready, expired, signed-out, pending, missing or unusable"),
            needsSignIn: flag("Whether the user must sign in first, with `pictor auth login NAME`"),
            origins: list(
              text("An origin"),
              "The origins to which the credentials are sent; absent: none yet",
            ),
          },
          ["name", "scheme", "state", "needsSignIn"],
        ),
        "The profiles",
      ),
    },
    ["profiles"],
  ),
  async run(_args, { client }) {
    const { profiles } = await client.calls.listProfiles();
    const views = profiles.map(({ name, type: scheme, state, needsSignIn, origins }) => ({
      name,
      scheme,
      state,
      needsSignIn,
      ...(origins !== undefined && { origins }),
    }));
    return { data: { profiles: views } };
  },
});
