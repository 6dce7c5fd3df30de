// The types of the handlers, which follow from the table of routes.

import type { Holder } from "../access/credentials.js";
import type { Bodies, BodyName, ByteBody, Parameter, RouteReply } from "../contract/route-spec.js";
import type { RouteId, Routes } from "../contract/routes.js";

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type ValueOf<Spec extends Parameter> = Spec extends { readonly type: "integer" } ? number : string;
type ValuesOf<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends Parameter
    ? ValueOf<Specs[Name]> | (Specs[Name] extends { readonly required: true } ? never : undefined)
    : never;
};

type QueryOf<Id extends RouteId> = Routes[Id] extends { readonly query: infer Query }
  ? ValuesOf<Query>
  : object;
type HeadersOf<Id extends RouteId> = Routes[Id] extends { readonly headers: infer Headers }
  ? ValuesOf<Headers>
  : object;
type BodyOf<Id extends RouteId> = Routes[Id] extends { readonly body: infer Name extends BodyName }
  ? Bodies[Name]
  : undefined;

type BytesOf<Id extends RouteId> = Routes[Id] extends { readonly bytes: ByteBody }
  ? AsyncIterable<Uint8Array>
  : undefined;

/** A checked request. */
export interface Call<Id extends RouteId = RouteId> {
  readonly params: Readonly<Record<PathNames<Routes[Id]["path"]>, string>>;
  readonly query: QueryOf<Id>;
  readonly headers: HeadersOf<Id>;
  readonly body: BodyOf<Id>;
  /** The body of a route that takes bytes. Reading it throws `API_BODY_TOO_LARGE` past the limit. */
  readonly bytes: BytesOf<Id>;
  /** The text of the body, from which digests are made. */
  readonly bodyText: string;
  /** The holder of the token. Undefined for routes that need no token. */
  readonly holder: Holder;
  /** The address of the client; empty for a call inside the process. */
  readonly address: string;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
  /** The request itself, for headers such as Range. */
  readonly request: Request;
}

type JsonReply<Id extends RouteId> = {
  [Status in keyof Routes[Id]["replies"]]: Routes[Id]["replies"][Status] extends {
    readonly body: infer Name extends BodyName;
  }
    ? {
        readonly status: Status;
        readonly json: Bodies[Name];
        readonly headers?: Readonly<Record<string, string>>;
      }
    : never;
}[keyof Routes[Id]["replies"]];

/** The reply of a handler: JSON of the declared type, or a whole response for any other media type. */
export type HandlerReply<Id extends RouteId> =
  | JsonReply<Id>
  | (Extract<Routes[Id]["replies"][keyof Routes[Id]["replies"]], RouteReply> extends {
      readonly body: BodyName;
    }
      ? never
      : Response);

export type Handler<Id extends RouteId> = (call: Call<Id>) => Promise<HandlerReply<Id>> | HandlerReply<Id>;

/** The handlers of some routes. */
export type Handlers<Ids extends RouteId = RouteId> = { readonly [Id in Ids]: Handler<Id> };
