import { Duration, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpUserPoolAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env as AdminEnv } from "../lambdas/admin-api.ts";
import type { Env as CatalogEnv } from "../lambdas/catalog-api.ts";
import { api as contract } from "../shared/api.ts";
import { acknowledge } from "./acknowledge.ts";
import { pascalCase, shopFunction, shopLog, type Shop } from "./function.ts";
import type { Identity } from "./identity.ts";
import type { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

type Contract = typeof contract;
/** The functions that the contract names. */
type Handler = Contract[keyof Contract]["handledBy"];
type OwnHandler = "catalog-api" | "admin-api";
type ApiProps = Shop & { identity: Identity; table: ShopTable; originSecret: ShopSecret };

/** No address: the source is the edge's, and the visitor's would be personal data. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    route: "$context.routeKey",
    status: "$context.status",
    milliseconds: "$context.responseLatency",
    bytes: "$context.responseLength",
    error: "$context.error.message",
    integrationError: "$context.integrationErrorMessage",
  }),
);

/** The gateway, with the functions that read the shop and that run it. */
export class Api extends Construct {
  readonly gateway: HttpApi;
  private readonly authorizer: HttpUserPoolAuthorizer;
  private readonly own: Record<OwnHandler, LambdaFunction>;

  constructor(scope: Construct, id: string, { identity, table, originSecret, ...shop }: ApiProps) {
    super(scope, id);
    this.gateway = new HttpApi(this, "Gateway", { createDefaultStage: false });
    new HttpStage(this, "Stage", {
      httpApi: this.gateway,
      autoDeploy: true,
      throttle: { rateLimit: 1000, burstLimit: 2000 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          shopLog(this, "AccessLog", `/aws/apigateway/${Stack.of(this).stackName}`, shop.settings),
        ),
        format: accessLogFormat,
      },
    });
    this.authorizer = new HttpUserPoolAuthorizer("Admins", identity.pool, {
      userPoolClients: [identity.client],
    });
    this.own = {
      "catalog-api": shopFunction<CatalogEnv>(this, "catalog-api", {
        ...shop,
        uses: { TABLE_NAME: table.read(), ORIGIN_SECRET_ARN: originSecret.read() },
        timeout: Duration.seconds(10),
        memorySize: 1024,
        whenFailing:
          "New visitors see no products; open pages keep what they have. Read its log; if a deployment came before it, deploy the commit before that one.",
      }),
      "admin-api": shopFunction<AdminEnv>(this, "admin-api", {
        ...shop,
        uses: { TABLE_NAME: table.write(), ORIGIN_SECRET_ARN: originSecret.read() },
        timeout: Duration.seconds(20),
        whenFailing:
          "The back office cannot show or change products and orders; the shop sells on. Read its log with the requestId that the page shows.",
      }),
    };
    shop.alarms.watch(this, "ServerErrors", {
      metric: this.gateway.metricServerError({ period: Duration.minutes(5), statistic: "Sum" }),
      threshold: 5,
      text:
        "The API answers with errors of its own: visitors are told to try again, some checkouts are lost. The access log " +
        "names the routes; then read the log of the function behind them.",
    });
  }

  /** Give every route of the contract to the function that it names. */
  serve(others: Record<Exclude<Handler, OwnHandler>, LambdaFunction>): void {
    const functions: Record<Handler, LambdaFunction> = { ...this.own, ...others };
    const integrations = Object.fromEntries(
      Object.entries(functions).map(([name, fn]) => [
        name,
        new HttpLambdaIntegration(pascalCase(name), fn, { scopePermissionToRoute: false }),
      ]),
    ) as Record<Handler, HttpLambdaIntegration>;

    for (const [name, { method, path, access, handledBy }] of Object.entries(contract)) {
      const route = new HttpRoute(this, pascalCase(name), {
        httpApi: this.gateway,
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
        integration: integrations[handledBy],
        ...(access === "admin" && { authorizer: this.authorizer }),
      });
      if (access !== "admin") acknowledge(route, open(access));
    }
    const unknown = new HttpRoute(this, "Unknown", {
      httpApi: this.gateway,
      routeKey: HttpRouteKey.with("/api/{proxy+}", HttpMethod.ANY),
      integration: integrations["catalog-api"],
    });
    acknowledge(unknown, { "AwsSolutions-APIG4": "Answers 404 in the shop's own shape, whoever asks." });
  }
}

const open = (access: "public" | "signed") => ({
  "AwsSolutions-APIG4":
    access === "signed"
      ? "The caller has no account: the function checks the signature over the whole body."
      : "Visitors have no accounts: anybody may browse, buy and write to us.",
});
