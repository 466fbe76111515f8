import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createRouteMatcher } from "../../infra/local/gateway/routes.ts";
import { STACK_PREFIX } from "../../infra/names.ts";
import { api } from "../../shared/api.ts";
import { Ref, resources, stageTemplate } from "./stage-templates.ts";

const template = await stageTemplate("dev");
const IntegrationTarget = z.pipe(
  z.object({ "Fn::Join": z.tuple([z.literal(""), z.tuple([z.literal("integrations/"), Ref])]) }),
  z.transform((join) => join["Fn::Join"][1][1]),
);
const FunctionArn = z.object({ "Fn::GetAtt": z.tuple([z.string(), z.literal("Arn")]) });

const Route = z.object({
  RouteKey: z.string(),
  AuthorizationType: z.string(),
  AuthorizerId: z.optional(Ref),
  Target: z.unknown(),
});
const routes = resources(
  template,
  "AWS::ApiGatewayV2::Route",
  z.extend(Route, { Target: IntegrationTarget }),
).map(({ properties }) => properties);
const integrations = resources(
  template,
  "AWS::ApiGatewayV2::Integration",
  z.object({ PayloadFormatVersion: z.literal("2.0"), IntegrationUri: FunctionArn }),
);
const functions = resources(
  template,
  "AWS::Lambda::Function",
  z.object({ FunctionName: z.optional(z.string()) }),
);

/** The name of the function that an integration calls. */
const handlerOf = (integrationId: string) => {
  const functionId = integrations.find(({ id }) => id === integrationId)?.properties.IntegrationUri[
    "Fn::GetAtt"
  ][0];
  return functions
    .find(({ id }) => id === functionId)
    ?.properties.FunctionName?.replace(`${STACK_PREFIX}dev-`, "");
};

/** These functions exist only in a stage with tickets. */
const TICKET_APIS = ["door-api", "staff-api"];
/** This function exists only in a stage that sends back-in-stock mails. */
const BACK_IN_STOCK_API = "back-in-stock-api";
const endpoints = Object.values(api);
const commonEndpoints = endpoints.filter(
  ({ handledBy }) => !TICKET_APIS.includes(handledBy) && handledBy !== BACK_IN_STOCK_API,
);

describe("the gateway", () => {
  it.each(commonEndpoints)("routes $method $path to $handledBy", ({ method, path, access, handledBy }) => {
    const route = routes.find(({ RouteKey }) => RouteKey === `${method} ${path}`);
    expect(route).toBeDefined();
    expect(handlerOf(route?.Target ?? "")).toBe(handledBy);
    expect(route?.AuthorizationType).toBe(access === "admin" ? "JWT" : "NONE");
    expect(route?.AuthorizerId !== undefined).toBe(access === "admin");
  });

  it("has routes to door-api and staff-api only in a stage with tickets, and all of these routes need a token", async () => {
    const routesWithTickets = resources(await stageTemplate("prod"), "AWS::ApiGatewayV2::Route", Route);
    for (const { method, path } of endpoints.filter(({ handledBy }) => TICKET_APIS.includes(handledBy))) {
      const isRoute = ({ RouteKey }: z.infer<typeof Route>) => RouteKey === `${method} ${path}`;
      expect(routes.some(isRoute)).toBe(false);
      const route = routesWithTickets.find(({ properties }) => isRoute(properties))?.properties;
      expect([route?.AuthorizationType, route?.AuthorizerId !== undefined]).toEqual(["JWT", true]);
    }
  });

  it("has no route to ask for a back-in-stock mail in a stage that sends none", () => {
    expect(routes.filter(({ Target }) => handlerOf(Target) === BACK_IN_STOCK_API)).toEqual([]);
  });

  it("has, besides the routes of the API's endpoints, only HEAD for pages and the sitemap, and a catch-all route to catalog-api", () => {
    const apiRoutes = new Set(Object.values(api).map(({ method, path }) => `${method} ${path}`));
    const otherRoutes = routes.filter(({ RouteKey }) => !apiRoutes.has(RouteKey));
    expect(otherRoutes.map(({ RouteKey, Target }) => [RouteKey, handlerOf(Target)]).sort()).toEqual([
      ["$default", "catalog-api"],
      ["HEAD /home/index.html", "render-page"],
      ["HEAD /podcast/index.html", "render-page"],
      ["HEAD /podcast/{episodeId}", "render-page"],
      ["HEAD /sitemap.xml", "catalog-api"],
      ["HEAD /store/index.html", "render-page"],
      ["HEAD /store/{productId}", "render-page"],
    ]);
  });

  it("sends a known method on a known path to its function, and any other method to the catch-all route", () => {
    const match = createRouteMatcher(routes.map(({ RouteKey }) => ({ key: RouteKey, target: RouteKey })));
    for (const { method, path } of commonEndpoints) {
      const requestPath = path.replaceAll(/\{[^}]+\}/g, "x");
      expect(match(method, requestPath)?.route.key).toBe(`${method} ${path}`);
      for (const unknownMethod of ["OPTIONS", "TRACE"])
        expect(match(unknownMethod, requestPath)?.route.key).toBe("$default");
    }
    expect(match("DELETE", "/api/products")?.route.key).toBe("$default");
    expect(match("HEAD", "/api/products")?.route.key).toBe("$default");
  });

  it("has a second permission for the catch-all route, whose ARN has one part fewer than those of other routes", () => {
    const sources = resources(template, "AWS::Lambda::Permission", z.object({ SourceArn: z.unknown() }));
    const [gateway] = resources(template, "AWS::ApiGatewayV2::Api", z.unknown());
    const source = (path: string) => [{ Ref: gateway?.id }, path];
    const sourceArns = sources.map(({ properties }) => JSON.stringify(properties.SourceArn));
    for (const path of ["/*/*/*", "/*/*"])
      expect(sourceArns.some((arn) => arn.includes(JSON.stringify(source(path)).slice(1, -1)))).toBe(true);
  });

  it("accepts tokens of the shop's own user pool and client only", () => {
    const [authorizer] = resources(
      template,
      "AWS::ApiGatewayV2::Authorizer",
      z.object({ JwtConfiguration: z.object({ Audience: z.array(Ref), Issuer: z.unknown() }) }),
    );
    const [client] = resources(template, "AWS::Cognito::UserPoolClient", z.unknown());
    const [pool] = resources(template, "AWS::Cognito::UserPool", z.unknown());
    expect(authorizer?.properties.JwtConfiguration.Audience).toEqual([client?.id]);
    expect(authorizer?.properties.JwtConfiguration.Issuer).toEqual({
      "Fn::Join": ["", ["https://cognito-idp.us-east-1.amazonaws.com/", { Ref: pool?.id }]],
    });
  });

  it("allows no other origin by CORS", () => {
    template.resourcePropertiesCountIs("AWS::ApiGatewayV2::Api", { CorsConfiguration: {} }, 0);
  });

  it("throttles above 1,000 requests a second, and logs each request without personal data", () => {
    const [stage] = resources(
      template,
      "AWS::ApiGatewayV2::Stage",
      z.object({
        DefaultRouteSettings: z.unknown(),
        AccessLogSettings: z.object({ Format: z.string() }),
      }),
    );
    expect(stage?.properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 1000,
      ThrottlingBurstLimit: 2000,
    });
    expect(stage?.properties.AccessLogSettings.Format).toContain("$context.requestId");
    expect(stage?.properties.AccessLogSettings.Format).not.toMatch(/sourceIp|userAgent|authorizer/);
  });

  it("logs no text that a visitor could choose, because API Gateway does not escape values", () => {
    const format = JSON.stringify(template.findResources("AWS::ApiGatewayV2::Stage"));
    const loggedNames = [...format.matchAll(/\$context\.([\w.]+)/g)].map(([, name]) => name);
    expect(loggedNames).toEqual([
      "requestId",
      "requestTime",
      "routeKey",
      "status",
      "responseLatency",
      "responseLength",
      "error.responseType",
      "integrationStatus",
    ]);
  });
});

it.each(["dev", "everything"] as const)(
  "the routes of stage %s are made one after another, because API Gateway refuses simultaneous changes, and are deployed when all of them exist",
  async (stage) => {
    const template = await stageTemplate(stage);
    const Dependent = z.object({ DependsOn: z._default(z.array(z.string()), []) });
    const dependenciesOf = (type: string) =>
      Object.entries(template.findResources(type)).map(
        ([id, resource]) => [id, z.parse(Dependent, resource).DependsOn] as const,
      );
    const routes = dependenciesOf("AWS::ApiGatewayV2::Route");
    const isRoute = (id: string) => routes.some(([routeId]) => routeId === id);
    const nextRoutes = new Map(routes.map(([id, dependsOn]) => [dependsOn.find(isRoute), id]));
    const chain: string[] = [];
    for (let id = nextRoutes.get(undefined); id !== undefined; id = nextRoutes.get(id)) chain.push(id);
    expect(chain).toHaveLength(routes.length);
    const [[, dependenciesOfDeployedStage] = []] = dependenciesOf("AWS::ApiGatewayV2::Stage");
    expect(dependenciesOfDeployedStage).toContain(chain.at(-1));
  },
);
