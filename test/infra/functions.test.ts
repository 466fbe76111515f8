import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { STACK_PREFIX } from "../../infra/names.ts";
import { MAX_SENDING_MS } from "../../lambdas/lib/ses.ts";
import { lambdaEntries } from "../support/lambda-entries.ts";
import { devTemplate, functions, shopFunctions } from "./dev-functions.ts";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const logGroups = resources(devTemplate, "AWS::Logs::LogGroup", z.object({ RetentionInDays: z.number() }));

describe("the shop's functions", () => {
  it("in stage dev are the functions that every stage has", () => {
    expect(shopFunctions.map(({ name }) => name).sort()).toEqual([
      "admin-api",
      "catalog-api",
      "checkout-api",
      "contact-api",
      "count-sales",
      "expire-session",
      "note-undelivered",
      "order-api",
      "process-image",
      "publish-events",
      "reconcile-books",
      "reconcile-checkouts",
      "refund-payment",
      "remove-pictures",
      "render-page",
      "send-order-email",
      "settle-payment",
      "stripe-webhook",
      "ticket-api",
      "watch-stock",
    ]);
  });

  it("in a stage with every feature are all files in the root of lambdas/", async () => {
    const everyFunction = resources(
      await stageTemplate("everything"),
      "AWS::Lambda::Function",
      z.object({ FunctionName: z.optional(z.string()) }),
    );
    const names = everyFunction.flatMap(
      ({ properties }) => properties.FunctionName?.replace(`${STACK_PREFIX}everything-`, "") ?? [],
    );
    expect(names.sort()).toEqual(lambdaEntries.toSorted());
  });

  it("include render-page, which is updated only after the files that its pages link to are deployed", () => {
    const [assetDeployment] = Object.entries(
      devTemplate.findResources("Custom::CDKBucketDeployment", {
        Properties: { DestinationBucketKeyPrefix: "assets" },
      }),
    );
    const [[, renderPage] = []] = Object.entries(
      devTemplate.findResources("AWS::Lambda::Function", {
        Properties: { FunctionName: `${STACK_PREFIX}dev-render-page` },
      }),
    );
    expect(renderPage?.["DependsOn"]).toContain(assetDeployment?.[0]);
  });

  it.each(shopFunctions)(
    "$name has stack traces with the lines of its TypeScript source",
    ({ Environment }) => {
      expect(Environment?.Variables["NODE_OPTIONS"]).toBe("--enable-source-maps");
    },
  );

  it.each(shopFunctions)(
    "$name runs Node 24 on arm64 and logs JSON",
    ({ Runtime, Architectures, LoggingConfig }) => {
      expect(Runtime).toBe("nodejs24.x");
      expect(Architectures).toEqual(["arm64"]);
      expect(LoggingConfig.LogFormat).toBe("JSON");
    },
  );

  it("keep their logs for 14 days in stage dev", () => {
    for (const { properties } of functions) {
      const logGroup = logGroups.find(({ id }) => id === properties.LoggingConfig.LogGroup);
      expect(logGroup?.properties.RetentionInDays).toBe(14);
    }
  });

  it.each(shopFunctions.filter(({ name }) => /-api$|-webhook$/.test(name)))(
    "$name times out before the gateway does",
    ({ Timeout }) => expect(Timeout).toBeLessThanOrEqual(29),
  );

  it("include send-order-email, which has time for the three mails of a payment even if SES is slow, and ten seconds for the table", () => {
    const timeoutSeconds = shopFunctions.find(({ name }) => name === "send-order-email")?.Timeout;
    expect(timeoutSeconds).toBeGreaterThanOrEqual((3 * MAX_SENDING_MS) / 1000 + 10);
  });
});

describe("the concurrency of functions", () => {
  const FunctionProperties = z.object({
    FunctionName: z.optional(z.string()),
    ReservedConcurrentExecutions: z.optional(z.number()),
  });
  /** The logical id of a function, or the text of the `Fn::Join` that makes the ARN of its alias. */
  const FunctionOrAlias = z.union([
    Ref,
    z.pipe(
      z.unknown(),
      z.transform((join) => JSON.stringify(join)),
    ),
  ]);
  const Mapping = z.object({
    FunctionName: FunctionOrAlias,
    ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
    EventSourceArn: GetAtt,
  });
  const readConcurrency = async (stage: "dev" | "prod") => {
    const templateOfStage = await stageTemplate(stage);
    const allFunctions = resources(templateOfStage, "AWS::Lambda::Function", FunctionProperties);
    return {
      allFunctions,
      reserved: Object.fromEntries<number>(
        allFunctions.flatMap(({ properties: { FunctionName, ReservedConcurrentExecutions: count } }) =>
          count === undefined ? [] : [[String(FunctionName).replace(`${STACK_PREFIX}${stage}-`, ""), count]],
        ),
      ),
      queues: resources(templateOfStage, "AWS::Lambda::EventSourceMapping", Mapping).filter(
        ({ properties }) => properties.ScalingConfig !== undefined,
      ),
    };
  };

  it("is reserved in production for payments and public reads, and leaves at least 100 of 1,000 unreserved", async () => {
    const { reserved } = await readConcurrency("prod");
    expect(Object.keys(reserved).sort()).toEqual([
      "catalog-api",
      "checkout-api",
      "refund-payment",
      "render-page",
      "settle-payment",
      "stripe-webhook",
    ]);
    expect(Object.values(reserved).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(900);
  });

  it("is not reserved in stage dev, because a new account has only 10", async () => {
    expect((await readConcurrency("dev")).reserved).toEqual({});
  });

  it("for all queues of stage dev together is the number that SCALE.md states", async () => {
    const { queues } = await readConcurrency("dev");
    const limits = queues.map(({ properties }) => properties.ScalingConfig?.MaximumConcurrency ?? NaN);
    expect(readFileSync(new URL("../../infra/SCALE.md", import.meta.url), "utf8")).toContain(
      `the ${limits.length} queues of \`dev\` may take ${limits.reduce((sum, limit) => sum + limit)},`,
    );
  });

  it.each([
    ["dev", 9],
    // With the queues of webhooks and tickets.
    ["prod", 11],
  ] as const)(
    "for a queue in stage %s is at most the function's concurrency, so that no message is throttled",
    async (stage, queueCount) => {
      const { allFunctions, queues } = await readConcurrency(stage);
      const aliases = resources(
        await stageTemplate(stage),
        "AWS::Lambda::Alias",
        z.object({ FunctionName: Ref }),
      );
      const functionIdOf = (consumer: string) =>
        aliases.find(({ id }) => consumer.includes(`"${id}"`))?.properties.FunctionName ?? consumer;
      expect(queues).toHaveLength(queueCount);
      for (const { properties } of queues) {
        const fn = allFunctions.find(({ id }) => functionIdOf(properties.FunctionName) === id);
        expect(fn).toBeDefined();
        expect(properties.ScalingConfig?.MaximumConcurrency).toBeLessThanOrEqual(
          // The limit in infra/queue.ts for a function without reserved concurrency.
          fn?.properties.ReservedConcurrentExecutions ?? 2,
        );
      }
    },
  );
});
