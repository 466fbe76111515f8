/** What the runner sends to an instance: one event at a time, as on Lambda. */
export type Invocation = {
  requestId: string;
  event: unknown;
  /** When the function times out, in ms since 1970. */
  deadline: number;
};

/** What an instance sends; the `log` messages of an invocation come before its result. */
export type InstanceMessage =
  | { type: "ready" }
  | { type: "log"; text: string }
  | { type: "result"; requestId: string; result: unknown }
  | { type: "error"; requestId: string; name: string; message: string; stack: string };

/** What an instance is started with. */
export type InstanceData = {
  /** Directory of the bundled code, and the template's handler, e.g. "index.handler". */
  code: string;
  handler: string;
  name: string;
  arn: string;
  memoryMb: number;
  /** The file URL from which packages of layers are resolved. */
  layersFrom: string;
  /** Node's compile cache, so that the next instance loads faster. */
  cacheDir: string;
};
