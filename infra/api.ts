import { Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type HttpRouteProps,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpUserPoolAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { api as contract } from "../shared/api.ts";
import { suppressFindings } from "./suppress-findings.ts";
import { pascalCase, type CommonProps, createLogGroup } from "./function.ts";
import { accessLogName } from "./names.ts";
import { aliasOrFunction } from "./releases.ts";
import type { AdminSignIn } from "./admin-sign-in.ts";

type Contract = typeof contract;
/** The names of the functions that answer the routes of the contract. */
type FunctionName = Contract[keyof Contract]["handledBy"];
/** The functions that exist only in a stage with `tickets` or with `backInStock`. */
type OptionalFunctionName = Extract<FunctionName, "door-api" | "staff-api" | "back-in-stock-api">;
type ApiProps = CommonProps & { signIn: AdminSignIn };

/**
 * The log has no IP addresses: the gateway sees only CloudFront's, and a visitor's would be personal data.
 * API Gateway does not escape values, so no field may contain text from a visitor. Therefore `error` is an error type
 * such as UNAUTHORIZED, not a message.
 */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    route: "$context.routeKey",
    status: "$context.status",
    milliseconds: "$context.responseLatency",
    bytes: "$context.responseLength",
    error: "$context.error.responseType",
    integrationStatus: "$context.integrationStatus",
    // Without its quotes the status is a number, which a metric filter can compare.
  }).replace('"$context.status"', "$context.status"),
);

/** The HTTP API: which function answers each route, and which routes need a signed-in admin or member of the door staff. */
export class Api extends Construct {
  readonly gateway: HttpApi;
  /** Accepts every account of the user pool. The functions check the account's group. */
  private readonly authorizer: HttpUserPoolAuthorizer;
  private readonly stage: HttpStage;
  private lastRoute: HttpRoute | undefined;

  constructor(scope: Construct, id: string, { settings, alarms, signIn }: ApiProps) {
    super(scope, id);
    this.gateway = new HttpApi(this, "Gateway", { createDefaultStage: false });
    const accessLog = createLogGroup(this, "AccessLog", accessLogName(Stack.of(this).stackName), settings);
    this.stage = new HttpStage(this, "Stage", {
      httpApi: this.gateway,
      autoDeploy: true,
      throttle: { rateLimit: 1000, burstLimit: 2000 },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
    alarms.countServerErrors(accessLog);
    this.authorizer = new HttpUserPoolAuthorizer("Admins", signIn.pool, {
      userPoolClients: [signIn.client],
    });
  }

  /**
   * Adds every route of the contract whose function exists in the stage. Any other route, and any other method of a route,
   * is answered like an unknown path.
   */
  addRoutes(
    functions: Record<Exclude<FunctionName, OptionalFunctionName>, LambdaFunction> &
      Partial<Record<OptionalFunctionName, LambdaFunction>>,
  ): void {
    const integrations: Partial<Record<FunctionName, HttpLambdaIntegration>> = {};
    const integrationFor = (name: FunctionName, fn: LambdaFunction) =>
      (integrations[name] ??= new HttpLambdaIntegration(pascalCase(name), aliasOrFunction(fn), {
        scopePermissionToRoute: false,
      }));

    for (const [name, { method, path, access, handledBy }] of Object.entries(contract)) {
      const fn = functions[handledBy];
      if (!fn) continue;
      const methods = answersHead(path, handledBy) ? ([method, "HEAD"] as const) : [method];
      for (const httpMethod of methods) {
        const route = this.addRoute(pascalCase(httpMethod === "HEAD" ? `head-${name}` : name), {
          routeKey: HttpRouteKey.with(path, HttpMethod[httpMethod]),
          integration: integrationFor(handledBy, fn),
          ...((access === "admin" || access === "door") && { authorizer: this.authorizer }),
        });
        if (access === "public" || access === "signed")
          suppressFindings(route, reasonForNoAuthorizer(access));
      }
    }
    const unknownPaths = this.addRoute("Unknown", {
      routeKey: HttpRouteKey.DEFAULT,
      // A second integration of catalog-api, which adds a permission. API Gateway calls this route as
      // <api>/<stage>/$default, which the permission of the other routes does not cover.
      integration: new HttpLambdaIntegration("UnknownPaths", aliasOrFunction(functions["catalog-api"])),
    });
    suppressFindings(unknownPaths, {
      "AwsSolutions-APIG4": "Answers every unknown path or method with the API's own 404.",
    });
    // The stage deploys each change by itself. It is created after the last route, so that all routes are deployed together.
    this.stage.node.addDependency(unknownPaths);
  }

  /**
   * Adds a route, which CloudFormation makes after the previous route. API Gateway may refuse changes of an API at the same time, and
   * the whole deployment would then be rolled back: https://github.com/hashicorp/terraform-provider-aws/issues/18018
   */
  private addRoute(id: string, props: Omit<HttpRouteProps, "httpApi">): HttpRoute {
    const route = new HttpRoute(this, id, { httpApi: this.gateway, ...props });
    if (this.lastRoute) route.node.addDependency(this.lastRoute);
    this.lastRoute = route;
    return route;
  }
}

/** Whether a route also answers HEAD, which crawlers and link checkers send: a page, or the sitemap. */
const answersHead = (path: string, handledBy: FunctionName): boolean =>
  handledBy === "render-page" || path === contract.sitemap.path;

const reasonForNoAuthorizer = (access: "public" | "signed") => ({
  "AwsSolutions-APIG4":
    access === "signed"
      ? "The caller has no account: the function checks the signature over the whole body."
      : "Visitors have no accounts: everyone may browse, buy and send messages.",
});
