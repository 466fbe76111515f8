import type * as z from "zod/mini";

type Schema = z.core.$ZodType;

/** An endpoint: input and output, who may call it (`access`), and the function that answers (`handledBy`). */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  /** 'signed': only Stripe, which signs the body. */
  access: "public" | "admin" | "door" | "signed";
  handledBy: string;
  summary: string;
  /** The status of a successful response. */
  status: 200 | 201 | 202 | 204;
  query?: Schema;
  body?: Schema;
  output?: Schema;
};

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The values in an endpoint's path, by name. */
export type Params<E extends Endpoint> = { [K in ParamNames<E["path"]>]: string };
export type Query<E extends Endpoint> = E extends { query: infer S extends Schema } ? z.infer<S> : undefined;
export type Body<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.infer<S> : undefined;
export type BodyInput<E extends Endpoint> = E extends { body: infer S extends Schema }
  ? z.input<S>
  : undefined;
export type Output<E extends Endpoint> = E extends { output: infer S extends Schema }
  ? z.infer<S>
  : undefined;

/** A path with its parameters replaced by encoded values. */
export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
