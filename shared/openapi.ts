import * as z from "zod/mini";
import { api } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";
import { ErrorBody } from "./errors.ts";
import { brand } from "./site/brand.ts";

const jsonContent = (schema: z.core.$ZodType, io: "input" | "output") => ({
  "application/json": { schema: z.toJSONSchema(schema, { io, unrepresentable: "any" }) },
});

const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

function queryParameters(query: z.core.$ZodType | undefined): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** The security scheme: an access token of a member of a group that may call the endpoint. */
const tokenScheme = { type: "http", scheme: "bearer", bearerFormat: "JWT" };

const ERROR_DESCRIPTION =
  "An error. The answers of AWS itself have another body: API Gateway answers a request without a valid token with 401 and " +
  '{"message":"Unauthorized"}; CloudFront answers a method that a path does not take with 403 and HTML.';

const operation = (name: string, endpoint: Endpoint) => ({
  operationId: name,
  summary: endpoint.summary,
  ...(endpoint.access === "admin" || endpoint.access === "door"
    ? { security: [{ [endpoint.access]: [] }] }
    : {}),
  parameters: [
    ...pathParameters(endpoint.path).map((param) => ({
      name: param,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...queryParameters(endpoint.query),
  ],
  ...(endpoint.body
    ? {
        requestBody: {
          required: !(endpoint.body instanceof z.ZodMiniOptional),
          content: jsonContent(endpoint.body, "input"),
        },
      }
    : {}),
  responses: {
    [endpoint.status]: {
      description: "Success",
      ...(endpoint.output ? { content: jsonContent(endpoint.output, "output") } : {}),
    },
    default: {
      description: ERROR_DESCRIPTION,
      content: jsonContent(ErrorBody, "output"),
    },
  },
});

/** The API as an OpenAPI 3.1 document. https://spec.openapis.org/oas/v3.1.0 */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const methods = (paths[endpoint.path] ??= {});
    methods[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: "3.1.0",
    info: { title: brand.name, version: "1.0.0", description: brand.description },
    paths,
    components: { securitySchemes: { admin: tokenScheme, door: tokenScheme } },
  };
}
