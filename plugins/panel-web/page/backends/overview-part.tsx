// The facts of a backend: address, version, devices with their memory, server and profile.

import type { Backend, BackendInfo, BackendStatus } from "@pictor/client";
import { agoText, now, roughText } from "../shell/clock.js";
import { backendData } from "./data/backend-data.js";
import { Fact } from "../parts/facts.js";
import { LoadedPart } from "../parts/loaded-part.js";
import { LogLines } from "../parts/log-lines.js";
import { operationsOn } from "./operations/backend-operations.js";
import { OperationCard } from "./operations/operation-card.js";

const gigabyte = 1024 ** 3;

/** Such as `7.9 GB`; from 100 GB without decimals. */
function gigabytes(bytes: number): string {
  const value = bytes / gigabyte;
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))} GB`;
}

type Device = NonNullable<BackendInfo["devices"]>[number];

function DeviceMemory({ device: { name, totalBytes, freeBytes } }: { readonly device: Device }) {
  if (totalBytes === undefined || totalBytes === 0 || freeBytes === undefined) return <span>{name}</span>;
  const used = Math.max(0, totalBytes - freeBytes);
  const text = `${gigabytes(used)} of ${gigabytes(totalBytes)} in use`;
  return (
    <div class="stack tight">
      <span>{name}</span>
      <meter
        aria-label={`Memory of ${name}: ${text}`}
        min={0}
        max={totalBytes}
        high={totalBytes * 0.9}
        value={used}
      />
      <span class="small muted">{text}</span>
    </div>
  );
}

const owners = {
  this: "this Pictor: the server ends with it",
  other: "another program of this machine",
  nobody: "nobody: the server runs until it is stopped",
} as const;

function ServerFacts({ server }: { readonly server: NonNullable<BackendStatus["server"]> }) {
  const { url, pid, owner, since, lastLines = [], lastEvent } = server;
  return (
    <>
      <Fact name="Runs for">
        {since !== undefined && server.state === "running" && roughText(now.value - since)}
      </Fact>
      {url !== undefined && (
        <Fact name="Server">
          <code>{url}</code>
          {pid !== undefined && ` · process ${pid}`}
        </Fact>
      )}
      <Fact name="Ended by">{owner && owners[owner]}</Fact>
      <Fact name="Last">{lastEvent && `${lastEvent.text} (${agoText(now.value - lastEvent.at)})`}</Fact>
      <Fact name="Last lines">
        {lastLines.length > 0 && <LogLines name="Last lines of the log" text={lastLines.join("\n")} />}
      </Fact>
    </>
  );
}

export function OverviewPart({ backend: { name, kind, auth, origin } }: { readonly backend: Backend }) {
  const { state, status } = backendData(name);
  const server = status.state.value.value?.server;
  const earlier = operationsOn(name)
    .filter((operation) => operation.state !== "running")
    .slice(1, 6);
  return (
    <>
      <LoadedPart resource={state} what="the backend">
        {({ info }) => (
          <dl class="facts">
            <Fact name="Product">{info?.title}</Fact>
            <Fact name="Address">{info?.address && <code>{info.address}</code>}</Fact>
            <Fact name="Version">{info?.version}</Fact>
            {info?.devices !== undefined && info.devices.length > 0 && (
              <Fact name="Devices">
                <div class="stack tight">
                  {info.devices.map((device, index) => (
                    <DeviceMemory key={index} device={device} />
                  ))}
                </div>
              </Fact>
            )}
            {server !== undefined && <ServerFacts server={server} />}
            <Fact name="Kind">{kind}</Fact>
            <Fact name="Auth profile">{auth ?? "none"}</Fact>
            <Fact name="From">
              {origin === "configured" ? "the configuration" : "Pictor, which offers it by itself"}
            </Fact>
          </dl>
        )}
      </LoadedPart>
      {earlier.length > 0 && (
        <section class="stack" aria-label="Earlier operations">
          <h3>Earlier</h3>
          {earlier.map((operation) => (
            <OperationCard key={operation.id} operation={operation} />
          ))}
        </section>
      )}
    </>
  );
}
