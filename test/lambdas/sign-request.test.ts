import { expect, test } from "vitest";
import { signedHeaders } from "../../lambdas/lib/sign-request.ts";

const credentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const scope = { region: "us-east-1", service: "service", now: new Date("2015-08-30T12:36:00Z") };
const url = new URL("https://example.amazonaws.com/");

// The case 'post-vanilla' of AWS's test suite for signature version 4.
test("the signature of a POST request is the signature in AWS's test suite", () => {
  expect(signedHeaders({ url, headers: {}, body: "" }, credentials, scope)).toEqual({
    "x-amz-date": "20150830T123600Z",
    authorization:
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  });
});

test("the signature includes the session token of a function's role and the body", () => {
  const request = { url, headers: { "content-type": "application/json" }, body: "{}" };
  const headersWithToken = signedHeaders(request, { ...credentials, sessionToken: "token" }, scope);
  expect(headersWithToken).toMatchObject({
    "x-amz-security-token": "token",
    "content-type": "application/json",
  });
  expect(headersWithToken["authorization"]).toContain(
    "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,",
  );
  const headersOfOtherBody = signedHeaders(
    { ...request, body: "{} " },
    { ...credentials, sessionToken: "token" },
    scope,
  );
  expect(headersOfOtherBody["authorization"]).not.toBe(headersWithToken["authorization"]);
});
