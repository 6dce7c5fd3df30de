// The tokens of programs. A token can be created, is shown once, and can be revoked.

import { quotaText, type NewToken, type Scope, type Token } from "@pictor/client";
import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { ConfirmButton } from "../../parts/confirm.js";
import { Entries, Entry } from "../../parts/entries.js";
import { dotted } from "../../parts/texts.js";
import { copyText } from "../../parts/clipboard.js";
import { ChoiceField, InputField } from "../../parts/field.js";
import { Form } from "../../parts/form.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { agoText, now } from "../../shell/clock.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { QuotaDialog } from "./quota-dialog.js";

const scopes: readonly (readonly [Scope, string])[] = [
  ["read", "read"],
  ["generate", "generate"],
  ["request", "send requests"],
  ["admin", "everything (admin)"],
];

interface TokenOnceProps {
  readonly made: NewToken;
  readonly onClose: () => void;
}

/** The text of a new token. It is stored nowhere, so a reload loses it. */
function TokenOnce({ made: { token, record }, onClose }: TokenOnceProps) {
  return (
    <section class="card accent stack tight" aria-label="The new token" role="status">
      <p>{`The token ${record.name} is shown now, and never again.`}</p>
      <div class="row wrap">
        <code class="break grow">{token}</code>
        <Button onClick={() => void copyText(token, "Token")}>Copy</Button>
        <Button look="plain" onClick={onClose}>
          I have it
        </Button>
      </div>
    </section>
  );
}

interface CreateTokenProps {
  readonly onCreate: (name: string, scope: Scope) => void;
}

function CreateToken({ onCreate }: CreateTokenProps) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("generate");
  return (
    <Form
      look="row wrap end"
      onSubmit={() => {
        if (name === "") return;
        onCreate(name, scope);
        setName("");
      }}
    >
      <InputField
        label="Name of a new token"
        look="grow"
        placeholder="my script"
        value={name}
        onText={setName}
      />
      <ChoiceField label="It may" value={scope} choices={scopes} onChange={setScope} />
      <Button submits disabled={name === ""}>
        Create
      </Button>
    </Form>
  );
}

const usedText = ({ createdAtMs, lastUsedAtMs }: Token): string =>
  dotted(
    `made ${agoText(now.value - createdAtMs)}`,
    lastUsedAtMs === undefined ? "never used" : `used ${agoText(now.value - lastUsedAtMs)}`,
  );

export function TokenList() {
  const tokens = useResource(async (signal) => (await calls().listTokens({ signal })).tokens, []);
  const [made, setMade] = useState<NewToken>();
  const [limited, setLimited] = useState<Token>();
  const attempt = useAttempt();
  const change = (work: () => Promise<unknown>): void =>
    void attempt.run(async () => {
      await work();
      await tokens.load();
    });
  return (
    <section class="stack" aria-labelledby="tokens">
      <h3 id="tokens">Tokens</h3>
      <p class="muted">
        A program that uses this Pictor sends a token. A token outlives the server until it is revoked.
      </p>
      <AttemptNote of={attempt} />
      {made !== undefined && <TokenOnce made={made} onClose={() => setMade(undefined)} />}
      {limited !== undefined && (
        <QuotaDialog
          token={limited}
          onClose={() => setLimited(undefined)}
          onSave={(quota) => {
            setLimited(undefined);
            change(() => calls().changeToken({ params: { id: limited.id }, body: { quota } }));
          }}
        />
      )}
      <CreateToken
        onCreate={(name, scope) =>
          change(async () => setMade(await calls().createToken({ body: { name, scopes: [scope] } })))
        }
      />
      <LoadedPart resource={tokens} what="the tokens">
        {(all) => (
          <Entries of={all} none="There is no token.">
            {(token) => (
              <Entry
                key={token.id}
                title={token.name}
                facts={[
                  dotted(token.scopes.join(", "), usedText(token)),
                  token.quota && quotaText(token.quota),
                ]}
              >
                <Button title={`How much ${token.name} may ask for`} onClick={() => setLimited(token)}>
                  Limits
                </Button>
                <ConfirmButton
                  title={`Revoke ${token.name}?`}
                  about={`Revoke ${token.name}`}
                  action="Revoke"
                  onConfirm={() => change(() => calls().revokeToken({ params: { id: token.id } }))}
                >
                  <p>The programs that use it are refused from then on.</p>
                </ConfirmButton>
              </Entry>
            )}
          </Entries>
        )}
      </LoadedPart>
    </section>
  );
}
