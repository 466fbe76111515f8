import { expect, test } from "vitest";
import { eventOf, responseOf } from "../../../infra/local/gateway/payload.ts";

const request = {
  method: "POST",
  path: "/api/products/a%20b",
  query: "a=1&a=2&b=%20x",
  headers: {
    cookie: "one=1; two=2",
    "content-type": "application/json",
    "user-agent": "test",
    accept: "a,b",
  },
  body: Buffer.from('{"é":1}'),
  ip: "10.0.0.1",
};
const call = {
  request,
  apiId: "abc",
  domainName: "abc.example",
  routeKey: "POST /api/products/{id}",
  pathParameters: { id: "a b" },
};

test("a function gets an event of payload format 2.0", () => {
  expect(eventOf({ ...call, claims: { sub: "u", "cognito:groups": "[admin]" } })).toMatchObject({
    version: "2.0",
    routeKey: "POST /api/products/{id}",
    rawPath: "/api/products/a b",
    rawQueryString: "a=1&a=2&b=%20x",
    cookies: ["one=1", "two=2"],
    headers: { accept: "a,b", "content-type": "application/json" },
    queryStringParameters: { a: "1,2", b: " x" },
    pathParameters: { id: "a b" },
    requestContext: {
      apiId: "abc",
      authorizer: { jwt: { claims: { sub: "u", "cognito:groups": "[admin]" }, scopes: null } },
      http: { method: "POST", sourceIp: "10.0.0.1", userAgent: "test", protocol: "HTTP/1.1" },
      stage: "$default",
    },
    body: '{"é":1}',
    isBase64Encoded: false,
  });
});

test("the event leaves out parts that the request does not have", () => {
  const event = eventOf({
    ...call,
    request: { ...request, query: "", headers: {}, body: Buffer.alloc(0) },
    pathParameters: {},
  });
  for (const name of ["cookies", "queryStringParameters", "pathParameters", "body"])
    expect(event).not.toHaveProperty(name);
  expect(event).not.toHaveProperty("requestContext.authorizer");
});

test("a function gets a body in base64 if the body is not text", () => {
  const headers = { "content-type": "image/png" };
  expect(eventOf({ ...call, request: { ...request, headers, body: Buffer.from([0, 255]) } })).toMatchObject({
    body: "AP8=",
    isBase64Encoded: true,
  });
});

test.each<[string, unknown, object]>([
  [
    "a response with all parts",
    { statusCode: 201, headers: { "X-A": 1 }, cookies: ["a=1", "b=2"], body: "hi" },
    { status: 201, headers: { "x-a": "1", "set-cookie": ["a=1", "b=2"] }, body: Buffer.from("hi") },
  ],
  ["base64", { statusCode: 200, body: "AP8=", isBase64Encoded: true }, { body: Buffer.from([0, 255]) }],
  [
    "a bare value",
    { hello: 1 },
    { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from('{"hello":1}') },
  ],
  ["a status alone", { statusCode: 204 }, { status: 204, body: Buffer.alloc(0) }],
])("the client gets a function's result: %s", (_, result, response) => {
  expect(responseOf(result)).toMatchObject(response);
});
