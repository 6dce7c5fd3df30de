// The view "Backends": the list, and beside it the backend or section that the address names.

import { useEffect } from "preact/hooks";
import { backendKinds, backends, profiles } from "../api/catalog.js";
import { Icon } from "../parts/icon.js";
import { ViewFrame } from "../shell/view-frame.js";
import { BackendDetail } from "./backend-detail.js";
import { BackendList } from "./backend-list.js";
import { backendsPlace } from "./data/backends-place.js";
import { listHref, pictorHref, type PictorPage } from "./data/parse-place.js";
import { LoadedPart } from "../parts/loaded-part.js";
import { FirstBackend } from "./first-backend.js";
import { NewBackendForm } from "./settings/new-backend-form.js";
import { AccessSection } from "./system/access-section.js";
import { ConfigurationSection } from "./system/configuration-section.js";
import { PluginsSection } from "./system/plugins-section.js";
import { ProfilesSection } from "./system/profiles-section.js";

const sections: Readonly<Record<PictorPage, () => preact.JSX.Element>> = {
  new: NewBackendForm,
  plugins: PluginsSection,
  profiles: ProfilesSection,
  access: AccessSection,
  configuration: ConfigurationSection,
};

function Content() {
  const place = backendsPlace.value;
  if (place.at === "pictor") {
    const Section = sections[place.part];
    return <Section />;
  }
  return (
    <LoadedPart resource={backends} what="the backends">
      {({ backends: all, default: preferred }) => {
        const name = place.at === "backend" ? place.name : preferred;
        const backend = all.find((one) => one.name === name);
        const isFirst = place.at === "list" && !all.some(({ origin }) => origin === "configured");
        return (
          <>
            {isFirst && <FirstBackend />}
            {backend !== undefined && <BackendDetail key={backend.name} backend={backend} />}
            {backend === undefined && place.at === "backend" && (
              <div class="stack narrow">
                <h2>{`No backend ${place.name}`}</h2>
                <p>
                  {"The configuration has no backend with this name. "}
                  <a href={pictorHref("new")}>Add a backend</a>
                </p>
              </div>
            )}
          </>
        );
      }}
    </LoadedPart>
  );
}

export function BackendsView() {
  useEffect(() => {
    void backends.load();
    void backendKinds.load();
    void profiles.load();
  }, []);
  return (
    <ViewFrame title="Backends" look={`backends at-${backendsPlace.value.at}`}>
      <BackendList />
      <div class="backend-content stack">
        <a class="back row" href={listHref}>
          <Icon name="back" />
          All backends
        </a>
        <Content />
      </div>
    </ViewFrame>
  );
}
