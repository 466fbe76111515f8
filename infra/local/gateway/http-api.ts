import type { JsonWebKey } from "node:crypto";
import * as z from "zod/mini";
import { FunctionTimedOut } from "../functions/instance.ts";
import type { Runner } from "../functions/runner.ts";
import type { Stack } from "../template/stack.ts";
import { claimsAsText, createAuthorizer } from "./jwt-authorizer.ts";
import { messageResponse, type HttpRequest, type HttpResponse } from "./message.ts";
import { eventOf, responseOf } from "./payload.ts";
import { createRouteMatcher } from "./routes.ts";

const Api = z.object({ ProtocolType: z.literal("HTTP") });
const Route = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z._default(z.enum(["NONE", "JWT"]), "NONE"),
  AuthorizerId: z.optional(z.string()),
});
const Integration = z.object({
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
});
const JwtAuthorizer = z.object({
  AuthorizerType: z.literal("JWT"),
  IdentitySource: z.tuple([z.literal("$request.header.Authorization")]),
  JwtConfiguration: z.object({ Audience: z.array(z.string()), Issuer: z.string() }),
});

/** Largest request body that API Gateway accepts, in bytes. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

export type HttpApi = ReturnType<typeof createHttpApi>;

type Options = { stack: Stack; runner: Runner; jwks: () => { keys: JsonWebKey[] } };

/** Build the template's HTTP API: routes, JWT authorizers and the functions behind them. */
export function createHttpApi({ stack, runner, jwks }: Options) {
  const api = stack.onlyResource("AWS::ApiGatewayV2::Api", Api);
  const integrations = new Map(
    stack
      .resources("AWS::ApiGatewayV2::Integration", Integration)
      .map(({ ref, properties }) => [`integrations/${ref}`, runner.find(properties.IntegrationUri).arn]),
  );
  const authorizers = new Map(
    stack.resources("AWS::ApiGatewayV2::Authorizer", JwtAuthorizer).map(({ ref, properties }) => {
      const { Audience: audience, Issuer: issuer } = properties.JwtConfiguration;
      return [ref, createAuthorizer({ issuer, audience, jwks })];
    }),
  );
  const matchRoute = createRouteMatcher(
    stack.resources("AWS::ApiGatewayV2::Route", Route).map(({ logicalId, properties }) => {
      const functionArn = integrations.get(properties.Target);
      const authorize = authorizers.get(properties.AuthorizerId ?? "");
      if (!functionArn)
        throw new Error(`Route ${logicalId} leads to ${properties.Target}, which does not exist.`);
      if (properties.AuthorizationType === "JWT" && !authorize)
        throw new Error(`Route ${logicalId} has no authorizer ${properties.AuthorizerId ?? ""}.`);
      return { key: properties.RouteKey, target: { functionArn, authorize } };
    }),
  );
  const domainName = new URL(stack.attribute(api.logicalId, "ApiEndpoint")).hostname;

  return {
    /** The host name of the API's endpoint in the template. */
    domainName,
    handle: async (request: HttpRequest): Promise<HttpResponse> => {
      const routeMatch = matchRoute(request.method, request.path);
      if (!routeMatch) return messageResponse(404, "Not Found");
      const { pathParameters, route } = routeMatch;
      const { functionArn, authorize } = route.target;
      const claims = authorize?.(request.headers["authorization"]);
      if (authorize && !claims) return messageResponse(401, "Unauthorized", { "www-authenticate": "Bearer" });
      if (request.body.length > MAX_BODY_BYTES) return messageResponse(413, "Request Entity Too Large");
      const routing = { apiId: api.ref, domainName, routeKey: route.key, pathParameters };
      const event = eventOf({ request, ...routing, ...(claims && { claims: claimsAsText(claims) }) });
      try {
        return responseOf(await runner.invoke(functionArn, event));
      } catch (error) {
        // On AWS these are 503 and 500. Here 504 means a slow function, and 502 a function that failed.
        return error instanceof FunctionTimedOut
          ? messageResponse(504, "Endpoint request timed out")
          : messageResponse(502, "Internal Server Error");
      }
    },
  };
}
