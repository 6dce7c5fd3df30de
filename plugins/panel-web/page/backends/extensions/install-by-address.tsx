// Installs an extension that no list has: by `owner/name`, an address of its repository, or an id of the registry.

import { useId, useState } from "preact/hooks";
import { TextInput } from "../../parts/text-input.js";

interface InstallByAddressProps {
  readonly isTaken: boolean;
  readonly onInstall: (wish: { readonly id: string; readonly range?: string }) => void;
}

export function InstallByAddress({ isTaken, onInstall }: InstallByAddressProps) {
  const id = useId();
  const [address, setAddress] = useState("");
  const [range, setRange] = useState("");
  return (
    <details>
      <summary>Install by address</summary>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (address !== "" && !isTaken) onInstall({ id: address, ...(range !== "" && { range }) });
        }}
      >
        <div class="field wide">
          <label for={id}>Extension</label>
          <TextInput
            id={id}
            look="mono"
            spellcheck={false}
            placeholder="owner/name, or the address of a repository"
            value={address}
            onText={setAddress}
          />
        </div>
        <div class="field">
          <label for={`${id}-range`}>Versions</label>
          <TextInput
            id={`${id}-range`}
            look="mono"
            spellcheck={false}
            placeholder="newest"
            value={range}
            onText={setRange}
          />
        </div>
        <div class="row end">
          <button class="button" disabled={isTaken || address === ""}>
            Install
          </button>
        </div>
      </form>
    </details>
  );
}
