/** What the runner sends to a function's instance: one event at a time, as on Lambda. */
export type Invocation = {
  requestId: string;
  event: unknown;
  /** When the function's time is up, in ms since 1970. */
  deadline: number;
};

/** What an instance answers; `log` lines come before the result of the invocation that wrote them. */
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
  /** Node modules that the function's layers bring on Lambda are looked for from here. */
  layersFrom: string;
  /** Where compiled code is kept, so that the next instance loads faster. */
  cacheDir: string;
};
