import type { MiddlewareObj } from "@middy/core";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Route } from "./route.ts";
import { answerErrors } from "./http-errors.ts";
import { logRequests } from "./http-log.ts";
import { edgeOnly } from "./http-edge-only.ts";
import { notFound } from "./errors.ts";

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** Whoever asks for the head alone gets no body, be it an error's. */
const headOnly = (): MiddlewareObj<HttpEvent, HttpResult> => {
  const strip = (request: middy.Request<HttpEvent, HttpResult>) => {
    if (request.event.requestContext.http.method === "HEAD")
      request.response = { ...request.response, body: "" };
  };
  return { after: strip, onError: strip };
};

/**
 * The one HTTP stack: log line, errors in the wire's shape, the edge's secret, then the route. `routes` is the
 * function's route table; what is in none of them is 404. HEAD is GET without a body. `also` sees
 * every request first, and every answer that is made of an error.
 */
export const httpFunction = (
  originSecretArn: string,
  routes: readonly Route[],
  also: readonly MiddlewareObj<HttpEvent, HttpResult>[] = [],
) => {
  const byKey = new Map(routes.map((route) => [route.key, route]));
  return middy<HttpEvent, HttpResult>()
    .use(headOnly())
    .use(logRequests())
    .use([...also])
    .use(answerErrors())
    .use(edgeOnly(originSecretArn))
    .handler(async (event: HttpEvent) => {
      const route = byKey.get(event.routeKey.replace(/^HEAD /, "GET "));
      if (!route) throw notFound();
      return route.run(event);
    });
};
