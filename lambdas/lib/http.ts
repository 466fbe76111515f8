import type { MiddlewareObj } from "@middy/core";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { Route } from "./route.ts";
import { answerErrors } from "./http-errors.ts";
import { logRequests } from "./http-log.ts";
import { edgeOnly } from "./http-edge-only.ts";
import { notFound } from "./errors.ts";
import { orderIdContext, withLogContext } from "./log.ts";
import { middyOptions } from "./middy-options.ts";

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** Removes the body from the response to HEAD, also from an error response. */
const removeBodyOfHead = (): MiddlewareObj<HttpEvent, HttpResult> => {
  const removeBody = (request: middy.Request<HttpEvent, HttpResult>) => {
    if (request.event.requestContext.http.method === "HEAD")
      request.response = { ...request.response, body: "" };
  };
  return { after: removeBody, onError: removeBody };
};

/**
 * The middleware stack of HTTP functions: log line, error responses, CloudFront's secret, then the route. A route that
 * is not in `routes` is 404. HEAD is GET without a body. `extraMiddlewares` get a request before CloudFront's secret is
 * checked, and get every response, also the response to an error.
 */
export const httpFunction = (
  originSecretArn: string,
  routes: readonly Route[],
  extraMiddlewares: readonly MiddlewareObj<HttpEvent, HttpResult>[] = [],
) => {
  const routesByKey = new Map(routes.map((route) => [route.key, route]));
  const answer = middy<HttpEvent, HttpResult>(middyOptions)
    .use(removeBodyOfHead())
    .use(logRequests())
    .use([...extraMiddlewares])
    .use(answerErrors())
    .use(edgeOnly(originSecretArn))
    .handler(async (event: HttpEvent) => {
      const route = routesByKey.get(event.routeKey.replace(/^HEAD /, "GET "));
      if (!route) throw notFound();
      return route.run(event);
    });
  return (event: HttpEvent, context: Context): Promise<HttpResult> => {
    const { requestId } = event.requestContext;
    const orderContext = orderIdContext(Object.values(event.pathParameters ?? {}));
    return withLogContext({ requestId, ...orderContext }, async () => answer(event, context));
  };
};
