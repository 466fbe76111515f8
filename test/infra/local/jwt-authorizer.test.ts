import { createHmac, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from "node:crypto";
import { describe, expect, test } from "vitest";
import { claimsAsText, createAuthorizer } from "../../../infra/local/gateway/jwt-authorizer.ts";

const issuer = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_LOCAL";
const createKeyPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const poolKeys = createKeyPair();
const otherKeys = createKeyPair();
const jwk = (key: KeyObject, kid: string): JsonWebKey => ({
  ...key.export({ format: "jwk" }),
  kid,
  alg: "RS256",
  use: "sig",
});
const authorize = createAuthorizer({
  issuer,
  audience: ["shop-web"],
  jwks: () => ({ keys: [jwk(poolKeys.publicKey, "k1")] }),
});

/** The Unix time in seconds, `offsetSeconds` from now. */
const unixTime = (offsetSeconds: number) => Math.floor(Date.now() / 1000) + offsetSeconds;
const validClaims = () => ({
  iss: issuer,
  client_id: "shop-web",
  token_use: "access",
  sub: "u-1",
  "cognito:groups": ["admin"],
  iat: unixTime(-10),
  exp: unixTime(3600),
});
const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const validHeader = { alg: "RS256", kid: "k1", typ: "JWT" };

function signToken(
  payload: object = validClaims(),
  header: object = validHeader,
  key: KeyObject = poolKeys.privateKey,
): string {
  const signed = `${encodePart(header)}.${encodePart(payload)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}

describe("the authorizer accepts", () => {
  test("an access token of the right client", () => {
    expect(authorize(`Bearer ${signToken()}`)).toMatchObject({ sub: "u-1", token_use: "access" });
  });
  test("a token without the word Bearer, as API Gateway allows", () => {
    expect(authorize(signToken())).toBeDefined();
  });
  test("an id token of the right audience; the function has to check token_use", () => {
    const { client_id: _, ...rest } = validClaims();
    expect(authorize(`Bearer ${signToken({ ...rest, aud: "shop-web", token_use: "id" })}`)).toMatchObject({
      token_use: "id",
    });
  });
});

describe("the authorizer refuses a token that is", () => {
  const signWithHs256 = (): string => {
    const signed = `${encodePart({ ...validHeader, alg: "HS256" })}.${encodePart(validClaims())}`;
    const pem = poolKeys.publicKey.export({ type: "spki", format: "pem" });
    return `${signed}.${createHmac("sha256", pem).update(signed).digest("base64url")}`;
  };
  const [header = "", body = "", signature = ""] = signToken().split(".");
  test.each<[string, string | undefined]>([
    ["missing", undefined],
    ["empty", ""],
    ["garbage", "a.b.c"],
    ["unsigned (alg none)", `${encodePart({ ...validHeader, alg: "none" })}.${encodePart(validClaims())}.`],
    ["signed by HS256 with the public key", signWithHs256()],
    ["expired", signToken({ ...validClaims(), exp: unixTime(-1) })],
    ["without an expiry", signToken({ ...validClaims(), exp: undefined })],
    ["not yet valid", signToken({ ...validClaims(), nbf: unixTime(60) })],
    ["issued in the future", signToken({ ...validClaims(), iat: unixTime(60) })],
    ["of another client", signToken({ ...validClaims(), client_id: "other" })],
    ["of another audience and the right client", signToken({ ...validClaims(), aud: "other" })],
    ["without audience and client", signToken({ ...validClaims(), client_id: undefined })],
    ["of another issuer", signToken({ ...validClaims(), iss: `${issuer}X` })],
    [
      "signed by an unknown key",
      signToken(validClaims(), { ...validHeader, kid: "k2" }, otherKeys.privateKey),
    ],
    [
      "signed by another key under the right key id",
      signToken(validClaims(), validHeader, otherKeys.privateKey),
    ],
    ["without a key id", signToken(validClaims(), { alg: "RS256", typ: "JWT" })],
    [
      "signed by a key in its own header",
      signToken(validClaims(), { ...validHeader, jwk: jwk(otherKeys.publicKey, "k1") }, otherKeys.privateKey),
    ],
    ["changed after signing", `${header}.${encodePart({ ...validClaims(), sub: "u-2" })}.${signature}`],
    ["cut short in its signature", `${header}.${body}.${signature.slice(0, -4)}`],
  ])("%s", (_, token) => {
    expect(authorize(token && `Bearer ${token}`)).toBeUndefined();
  });
  test("of another scheme", () => {
    expect(authorize(`Basic ${signToken()}`)).toBeUndefined();
  });
});

test("a token is refused as soon as the pool has dropped its key", () => {
  let keys = [jwk(poolKeys.publicKey, "k1")];
  const rotatingAuthorizer = createAuthorizer({ issuer, audience: ["shop-web"], jwks: () => ({ keys }) });
  expect(rotatingAuthorizer(signToken())).toBeDefined();
  keys = [jwk(otherKeys.publicKey, "k2")];
  expect(rotatingAuthorizer(signToken())).toBeUndefined();
});

test("claims reach a function as text, and a list in brackets", () => {
  expect(claimsAsText({ "cognito:groups": ["admin", "team"], exp: 12, email_verified: true })).toEqual({
    "cognito:groups": "[admin team]",
    exp: "12",
    email_verified: "true",
  });
});
