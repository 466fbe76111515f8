/** A message from the runner to an instance: one event at a time, as on Lambda. */
export type Invocation = {
  requestId: string;
  event: unknown;
  /** When the function times out, in ms since 1970. */
  deadline: number;
};

/** A message from an instance. An invocation's `log` messages come before its result. */
export type InstanceMessage =
  | { type: "ready" }
  | { type: "log"; text: string }
  | { type: "result"; requestId: string; result: unknown }
  | { type: "error"; requestId: string; name: string; message: string; stack: string };

/** The data that an instance is started with. */
export type InstanceData = {
  /** The folder of the bundled code. */
  code: string;
  /** The handler in the template, e.g. "index.handler". */
  handler: string;
  name: string;
  arn: string;
  memoryMb: number;
  /** Packages that a layer provides on Lambda are resolved from this file URL. */
  packagesUrl: string;
  /** The folder of Node's compile cache. With it, the next instance loads faster. */
  cacheDir: string;
};
