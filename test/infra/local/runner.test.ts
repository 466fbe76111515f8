import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { transformSync } from "esbuild";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { MAX_ANSWER_BYTES } from "../../../infra/local/functions/answer-size.ts";
import { FunctionFailed, FunctionTimedOut } from "../../../infra/local/functions/instance.ts";
import { createLambdaApi } from "../../../infra/local/functions/lambda-api.ts";
import { createRunner, type Runner } from "../../../infra/local/functions/runner.ts";
import { createHttpApi } from "../../../infra/local/gateway/http-api.ts";
import { clientOptions, serve, temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

/** The code of each function of the template, by its name. */
const functionCode = {
  good: `let calls = 0;
    exports.handler = async (event, context) => {
      calls += 1;
      console.log("called", event.word);
      return { statusCode: 200, body: JSON.stringify({ calls, env: process.env, remainingMs: context.getRemainingTimeInMillis(), id: context.awsRequestId }) };
    };`,
  bad: `exports.handler = async ({ how }) => {
      if (how === "throw") throw new TypeError("no such thing");
      if (how === "exit") process.exit(3);
      if (how === "timer") setTimeout(() => { throw new Error("thrown in a timer"); }, 1);
      if (how === "memory") { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }
      if (how === "spin") for (;;);
      if (how === "unserializable") return { text: 1n };
      return new Promise(() => {});
    };`,
  large: `exports.handler = async ({ text, times }) => ({ statusCode: 200, body: text.repeat(times) });`,
  broken: `throw new Error("does not load");`,
  shared: `let busy = 0; exports.handler = async () => {
      busy += 1; await new Promise((done) => setTimeout(done, 20)); const concurrent = busy; busy -= 1; return concurrent; };`,
};

type Resource = [type: string, properties: Record<string, unknown>];
const lambdaFunction = (name: string, properties: object = {}): Resource => [
  "AWS::Lambda::Function",
  {
    FunctionName: name,
    Runtime: "nodejs24.x",
    Handler: "index.handler",
    Timeout: 1,
    MemorySize: 128,
    Code: { S3Key: name },
    ...properties,
  },
];
const route = (key: string, integrationId: string): Resource => [
  "AWS::ApiGatewayV2::Route",
  {
    ApiId: { Ref: "Api" },
    RouteKey: key,
    Target: { "Fn::Join": ["/", ["integrations", { Ref: integrationId }]] },
  },
];
const integration = (functionId: string): Resource => [
  "AWS::ApiGatewayV2::Integration",
  {
    IntegrationType: "AWS_PROXY",
    IntegrationUri: { "Fn::GetAtt": [functionId, "Arn"] },
    PayloadFormatVersion: "2.0",
  },
];
const stack = stackOf({
  Good: lambdaFunction("good", {
    Timeout: 10,
    Environment: { Variables: { COLOR: "amber", QUEUE: { Ref: "AWS::Region" } } },
  }),
  Bad: lambdaFunction("bad"),
  // The same code as Bad with a longer timeout, because the code may need seconds to fail on a busy machine.
  Slow: lambdaFunction("slow", { Timeout: 30, Code: { S3Key: "bad" } }),
  Broken: lambdaFunction("broken"),
  Large: lambdaFunction("large", { Timeout: 10 }),
  Shared: lambdaFunction("shared", { Timeout: 10 }),
  Api: ["AWS::ApiGatewayV2::Api", { ProtocolType: "HTTP" }],
  GoodIntegration: integration("Good"),
  BadIntegration: integration("Bad"),
  GoodRoute: route("ANY /good", "GoodIntegration"),
  BadRoute: route("ANY /bad", "BadIntegration"),
});

let runner: Runner;
let folder: string;
let extraEnvironment: Record<string, string>;
/** The messages of the runner about failed functions. */
let failureMessages: string[];
beforeEach(() => {
  folder = temporaryFolder();
  extraEnvironment = { WHERE: "here" };
  for (const [name, text] of Object.entries(functionCode)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "index.js"), text);
  }
  failureMessages = [];
  runner = createRunner({
    stack,
    onFailure: (message) => failureMessages.push(message),
    dataDir: folder,
    assetFolder: (key) => join(folder, key),
    extraEnvironment: () => extraEnvironment,
  });
  onTestFinished(() => runner.end());
});

type GoodResult = { calls: number; env: Record<string, string>; remainingMs: number; id: string };
/** Invokes the function `good`, which counts its calls and returns what it sees. */
const callGood = async (): Promise<GoodResult> =>
  JSON.parse(((await runner.invoke("good", { word: "hello" })) as { body: string }).body) as GoodResult;

describe("Lambda's API Invoke, called by the SDK,", () => {
  const invoke = async (FunctionName: string, payload: object) => {
    const client = new LambdaClient(clientOptions(await serve(createLambdaApi(runner))));
    const response = await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload) }));
    const text = Buffer.from(response.Payload ?? []).toString("utf8");
    return { error: response.FunctionError, payload: JSON.parse(text) as unknown };
  };

  test("returns a function's result, or its error marked as a function error", async () => {
    expect(await invoke("large", { text: "x", times: 3 })).toEqual({
      error: undefined,
      payload: { statusCode: 200, body: "xxx" },
    });
    expect(await invoke("bad", { how: "throw" })).toMatchObject({
      error: "Unhandled",
      payload: { errorMessage: expect.stringContaining("no such thing") as string },
    });
  });

  test("refuses a function that the template does not have", async () => {
    await expect(invoke("nobody", {})).rejects.toThrow("Function not found: nobody");
  });
});

describe("a function", () => {
  test("has Lambda's context and the variables of the template, of Lambda and of the runner, and none of the process that starts it", async () => {
    const { env, remainingMs, id } = await callGood();
    expect(env).toMatchObject({
      COLOR: "amber",
      QUEUE: "us-east-1",
      AWS_REGION: "us-east-1",
      WHERE: "here",
    });
    expect(env["AWS_LAMBDA_FUNCTION_NAME"]).toBe("good");
    expect(Object.keys(env).filter((name) => name === "PATH" || name.startsWith("npm_"))).toEqual([]);
    expect(remainingMs).toBeGreaterThan(5_000);
    expect(id).toMatch(/^[\w-]{36}$/);
  });

  test("handles events in the same instance until a restart, after which it has its new environment", async () => {
    expect((await callGood()).calls).toBe(1);
    expect((await callGood()).calls).toBe(2);
    extraEnvironment = { WHERE: "there" };
    runner.restart();
    expect(await callGood()).toMatchObject({ calls: 1, env: { WHERE: "there" } });
  });

  test("handles the next event with replaced code, and finishes the current event with the old code", async () => {
    /** Writes code that returns the name of its version; returns its folder. */
    const writeVersion = (version: string): string => {
      const path = join(folder, version);
      mkdirSync(path);
      writeFileSync(
        join(path, "index.js"),
        `exports.handler = async () => { await new Promise((done) => setTimeout(done, 50)); return "${version}"; };`,
      );
      return path;
    };
    runner.replaceCode("shared", writeVersion("first"));
    expect(await runner.invoke("shared", {})).toBe("first");
    const { calls } = await callGood();
    const runningInvocation = runner.invoke("shared", {});
    runner.replaceCode("shared", writeVersion("second"));
    expect(await runner.invoke("shared", {})).toBe("second");
    expect(await runningInvocation).toBe("first");
    expect((await callGood()).calls).toBe(calls + 1);
  });

  test("handles an event with the new code if the code is replaced while the old code loads", async () => {
    const invocation = runner.invoke("broken", {});
    runner.replaceCode("broken", join(folder, "shared"));
    expect(await invocation).toBe(1);
  });

  test("logs and reports the line of the TypeScript source that failed", async () => {
    const path = join(folder, "mapped");
    mkdirSync(path);
    const source =
      "type Event = { word: string };\nexport const handler = ({ word }: Event) => {\n  throw new Error(word);\n};\n";
    const { code: bundle, map } = transformSync(source, {
      loader: "ts",
      format: "cjs",
      minify: true,
      sourcemap: "external",
      sourcesContent: false,
      sourcefile: "lambdas/handler.ts",
    });
    writeFileSync(join(path, "index.js"), `${bundle}//# sourceMappingURL=index.js.map\n`);
    writeFileSync(join(path, "index.js.map"), map);
    runner.replaceCode("good", path);
    await expect(runner.invoke("good", { word: "mapped" })).rejects.toThrow("mapped");
    expect(readFileSync(join(folder, "logs/good.log"), "utf8")).toMatch(/handler\.ts:3:9/);
    expect(failureMessages).toEqual(["good: error at lambdas/handler.ts:3", "good: Error: mapped"]);
  });

  test("handles one event at a time in each instance, as on Lambda", async () => {
    const concurrentCounts = await Promise.all(Array.from({ length: 12 }, () => runner.invoke("shared", {})));
    expect(concurrentCounts).toEqual(Array.from({ length: 12 }, () => 1));
  });

  test("writes its log to its own file, between the lines START and END of the event", async () => {
    const { id } = await callGood();
    const log = readFileSync(join(folder, "logs/good.log"), "utf8");
    expect(log).toMatch(new RegExp(`START ${id}\ncalled hello\n.*END   ${id}`));
  });
});

test("a runner that has ended rejects an event, and starts no instance for the event", async () => {
  const environments: object[] = [];
  const endedRunner = createRunner({
    stack,
    dataDir: folder,
    assetFolder: (key) => join(folder, key),
    extraEnvironment: (variables) => (environments.push(variables), {}),
  });
  await endedRunner.end();
  await expect(endedRunner.invoke("good", { word: "late" })).rejects.toThrow("The local stack is stopping.");
  expect(environments).toEqual([]);
});

describe("a response", () => {
  /** The size of a response with an empty body. */
  const bytesWithoutBody = JSON.stringify({ statusCode: 200, body: "" }).length;
  const invokeLarge = (text: string, times: number) => runner.invoke("large", { text, times });

  test.each([
    ["a letter", "x", 1],
    ["a quote, which is escaped", '"', 2],
    ["a character of three bytes", "漢", 3],
  ])(
    "may have at most 6,291,556 bytes of JSON, as on Lambda, if its body repeats %s",
    async (_, character, bytesInJson) => {
      const maxCount = Math.floor((MAX_ANSWER_BYTES - bytesWithoutBody) / bytesInJson);
      expect(await invokeLarge(character, maxCount)).toMatchObject({ statusCode: 200 });
      await expect(invokeLarge(character, maxCount + 1)).rejects.toThrow(
        "Response payload size exceeded maximum allowed payload size (6291556 bytes).",
      );
      await expect(invokeLarge(character, maxCount + 1)).rejects.toThrow(FunctionFailed);
    },
  );
});

describe("a function that fails", () => {
  test.each(["throw", "exit", "memory", "unserializable"])(
    "by '%s' rejects the event, and handles the next event",
    async (how) => {
      await expect(runner.invoke("slow", { how })).rejects.toThrow(FunctionFailed);
      await expect(runner.invoke("slow", { how: "throw" })).rejects.toThrow("no such thing");
      expect((await callGood()).calls).toBe(1);
    },
  );

  test("in a timer ends its instance, and handles the next event in another one", async () => {
    await expect(runner.invoke("bad", { how: "timer" })).rejects.toThrow("thrown in a timer");
    await expect(runner.invoke("bad", { how: "throw" })).rejects.toThrow("no such thing");
  });

  test.each(["wait", "spin"])(
    "by never ending (%s) is stopped at its timeout, and handles the next event in another instance",
    async (how) => {
      const hangingInvocation = runner.invoke("bad", { how });
      expect((await callGood()).calls).toBe(1);
      await expect(hangingInvocation).rejects.toThrow(FunctionTimedOut);
      await expect(runner.invoke("bad", { how: "throw" })).rejects.toThrow("no such thing");
    },
  );

  test("to load rejects every event with the error", async () => {
    await expect(runner.invoke("broken", {})).rejects.toThrow("does not load");
    await expect(runner.invoke("broken", {})).rejects.toThrow("does not load");
  });
});

test("the HTTP API returns 502 if a function throws and 504 if it times out, and the other function still responds", async () => {
  const api = createHttpApi({ stack, runner, jwks: () => ({ keys: [] }) });
  const get = (path: string) =>
    api.handle({ method: "GET", path, query: "", headers: {}, body: Buffer.alloc(0), ip: "127.0.0.1" });
  const hangingRequest = get("/bad");
  expect((await get("/good")).status).toBe(200);
  expect((await hangingRequest).status).toBe(504);
  writeFileSync(join(folder, "bad/index.js"), "exports.handler = async () => { throw new Error('oh'); };");
  runner.restart();
  expect((await get("/bad")).status).toBe(502);
  expect((await get("/good")).status).toBe(200);
});
