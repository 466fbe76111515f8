import { randomUUID } from "node:crypto";
import { ACCOUNT } from "../template/resource-types.ts";
import { decodeUri, isRecord } from "../util/parse.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";

type RouteCall = {
  request: HttpRequest;
  apiId: string;
  domainName: string;
  routeKey: string;
  pathParameters: Record<string, string>;
  /** Set on a route with an authorizer. */
  claims?: Record<string, string>;
};

const TEXT_TYPES = /^(text\/|application\/(json|xml|javascript)\b)/i;

function queryParameters(query: string): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    parameters[name] = Object.hasOwn(parameters, name) ? `${parameters[name]},${value}` : value;
  return query ? parameters : undefined;
}

/** The event of an HTTP API in payload format 2.0 (API Gateway docs, "AWS Lambda proxy integrations"). */
export function eventOf({ request, apiId, domainName, routeKey, pathParameters, claims }: RouteCall): object {
  const { cookie, ...headers } = request.headers;
  const path = decodeUri(request.path) ?? request.path;
  const now = new Date();
  const isText = TEXT_TYPES.test(headers["content-type"] ?? "");
  const queryStringParameters = queryParameters(request.query);
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: request.query,
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers,
    ...(queryStringParameters && { queryStringParameters }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: ACCOUNT,
      apiId,
      ...(claims && { authorizer: { jwt: { claims, scopes: null } } }),
      domainName,
      domainPrefix: apiId,
      http: {
        method: request.method,
        path,
        protocol: "HTTP/1.1",
        sourceIp: request.ip,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(request.body.length > 0 && { body: request.body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
}

type FunctionResponse = {
  statusCode: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
};

const isFunctionResponse = (result: unknown): result is FunctionResponse =>
  isRecord(result) && Number.isInteger(result["statusCode"]);

/** The response for a function's result. A result without a status is a JSON body, as on API Gateway. */
export function responseOf(result: unknown): HttpResponse {
  if (!isFunctionResponse(result)) {
    const body = Buffer.from(typeof result === "string" ? result : JSON.stringify(result));
    return { status: 200, headers: { "content-type": "application/json" }, body };
  }
  const headers: HttpResponse["headers"] = { "content-type": "text/plain;charset=UTF-8" };
  for (const [name, value] of Object.entries(result.headers ?? {}))
    headers[name.toLowerCase()] = String(value);
  if (result.cookies?.length) headers["set-cookie"] = result.cookies;
  return {
    status: result.statusCode,
    headers,
    body: Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8"),
  };
}
