// Installs an extension that no list has: by `owner/name`, an address of its repository, or an id of the registry.

import { useId, useState } from "preact/hooks";

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
          <input
            id={id}
            class="input mono"
            spellcheck={false}
            placeholder="owner/name, or the address of a repository"
            value={address}
            onInput={(event) => {
              setAddress(event.currentTarget.value);
            }}
          />
        </div>
        <div class="field">
          <label for={`${id}-range`}>Versions</label>
          <input
            id={`${id}-range`}
            class="input mono"
            spellcheck={false}
            placeholder="newest"
            value={range}
            onInput={(event) => {
              setRange(event.currentTarget.value);
            }}
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
