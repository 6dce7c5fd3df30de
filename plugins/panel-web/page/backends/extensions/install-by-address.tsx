// Installs an extension that no list has: by `owner/name`, an address of its repository, or an id of the registry.

import { useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { InputField } from "../../parts/field.js";
import { Form } from "../../parts/form.js";

export interface InstallProps {
  /** Whether an operation runs on the backend. */
  readonly isTaken: boolean;
  /** An empty range takes the newest version. */
  readonly onInstall: (id: string, range: string) => void;
}

export function InstallByAddress({ isTaken, onInstall }: InstallProps) {
  const [address, setAddress] = useState("");
  const [range, setRange] = useState("");
  return (
    <details>
      <summary>Install by address</summary>
      <Form
        look="fields"
        onSubmit={() => {
          if (address !== "" && !isTaken) onInstall(address, range);
        }}
      >
        <InputField
          label="Extension"
          fieldLook="wide"
          look="mono"
          placeholder="owner/name, or the address of a repository"
          value={address}
          onText={setAddress}
        />
        <InputField label="Versions" look="mono" placeholder="newest" value={range} onText={setRange} />
        <div class="row end">
          <Button submits disabled={isTaken || address === ""}>
            Install
          </Button>
        </div>
      </Form>
    </details>
  );
}
