import { createHmac, createPublicKey, generateKeyPairSync, sign, type JsonWebKey } from "node:crypto";
import * as z from "zod/mini";
import { beforeAll, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { createClient, type Client } from "../support/client.ts";
import { startLocalStack, type LocalStack } from "../support/local-stack.ts";
import { shirt } from "../support/fixtures.ts";
import { signInAs, type Tokens } from "../support/sign-in.ts";
import { callCognito } from "../support/admin-session.ts";

const STAFF = { email: "staff@bourbonvipers.example", password: "Cooperage-12!", groups: ["staff"] };

let stack: LocalStack;
let shop: Client;
let admin: Tokens;
let staff: Tokens;
beforeAll(async () => {
  stack = await startLocalStack();
  shop = createClient(stack);
  await shop.putUser(STAFF);
  admin = await signInAs(stack.url, "admin@bourbonvipers.example", "Rickhouse-9!");
  staff = await signInAs(stack.url, STAFF.email, STAFF.password);
});

type Claims = Record<string, unknown>;
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const read = (text: string | undefined): Claims =>
  z.parse(z.record(z.string(), z.unknown()), JSON.parse(Buffer.from(text ?? "", "base64url").toString()));
const headOf = (token: string): Claims => read(token.split(".")[0]);
const claimsOf = (token: string): Claims => read(token.split(".")[1]);
/** A token with these claims, signed by a key that is not the pool's. */
function signedByOtherKey(claims: Claims, kid: unknown): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const body = `${part({ kid, alg: "RS256" })}.${part(claims)}`;
  return `${body}.${sign("sha256", Buffer.from(body), privateKey).toString("base64url")}`;
}
/** A token signed with the pool's public key as an HMAC secret. */
async function signedWithPublicKey(token: string): Promise<string> {
  const answer = await shop.raw("/_local/cognito/.well-known/jwks.json");
  const { keys } = z.parse(z.object({ keys: z.array(z.looseObject({})) }), JSON.parse(answer.text));
  const pem = createPublicKey({ key: keys[0] as JsonWebKey, format: "jwk" }).export({
    type: "spki",
    format: "pem",
  });
  const body = `${part({ ...headOf(token), alg: "HS256" })}.${part(claimsOf(token))}`;
  return `${body}.${createHmac("sha256", pem).update(body).digest("base64url")}`;
}

const endpoints = Object.entries(adminApi);
/** Calls every admin route with this header; returns the statuses. */
const callAll = (authorization?: string) =>
  Promise.all(
    endpoints.map(async ([name, endpoint]) => {
      const path = fillPath(endpoint.path, { id: "ord_1", uploadId: "upl_1" });
      const headers = authorization === undefined ? {} : { authorization };
      const body = "body" in endpoint ? { body: {} } : {};
      const { status } = await shop.raw(path, { method: endpoint.method, headers, ...body });
      return [name, status] as const;
    }),
  );
const all = (status: number) => endpoints.map(([name]) => [name, status]);

const tokens: [string, () => Promise<string | undefined> | string | undefined][] = [
  ["no token", () => undefined],
  ["an empty token", () => "Bearer "],
  ["garbage", () => "Bearer not.a.token"],
  ["a token with alg none", () => `Bearer ${part({ alg: "none" })}.${part(claimsOf(admin.access))}.`],
  ["a token with HS256 by the public key", async () => `Bearer ${await signedWithPublicKey(admin.access)}`],
  [
    "a token with changed claims",
    () => {
      const [head, , signature] = staff.access.split(".");
      return `Bearer ${head}.${part({ ...claimsOf(staff.access), "cognito:groups": ["admin"] })}.${signature}`;
    },
  ],
  [
    "a token of another key under the pool's key id",
    () => `Bearer ${signedByOtherKey(claimsOf(admin.access), headOf(admin.access)["kid"])}`,
  ],
  [
    "a token of another pool",
    () =>
      `Bearer ${signedByOtherKey({ ...claimsOf(admin.access), iss: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Other" }, "other")}`,
  ],
  ["an id token", () => `Bearer ${admin.id}`],
  ["Basic authentication", () => `Basic ${Buffer.from("admin:Rickhouse-9!").toString("base64")}`],
];
test.each(tokens)("every admin route refuses %s with 401", async (_, token) => {
  expect(await callAll(await token())).toEqual(all(401));
});

test("every admin route refuses a user who is not in the admin group with 403", async () => {
  expect(await callAll(`Bearer ${staff.access}`)).toEqual(all(403));
});

test("every admin route accepts an admin", async () => {
  for (const [, status] of await callAll(`Bearer ${admin.access}`)) expect([200, 400, 404]).toContain(status);
});

const writes = endpoints.filter(([, { method }]) => method !== "GET").map(([name]) => name);
const writesOf = async (token: string) =>
  (await callAll(`Bearer ${token}`)).filter(([name]) => writes.includes(name));

test.each([
  ["who signed out everywhere", "GlobalSignOut", 401],
  ["who was disabled", "AdminDisableUser", 401],
  ["who was deleted", "AdminDeleteUser", 401],
  ["who was removed from the group", "AdminRemoveUserFromGroup", 403],
])(
  "writes of an admin %s are refused although the signature of the token is valid",
  async (_, how, status) => {
    const person = { email: `${how.toLowerCase()}@bourbonvipers.example`, password: "Cooperage-12!" };
    await shop.putUser({ ...person, groups: ["admin"] });
    const { access: AccessToken } = await signInAs(stack.url, person.email, person.password);
    const input = how === "GlobalSignOut" ? { AccessToken } : { Username: person.email, GroupName: "admin" };
    await callCognito(stack.url, how, input);
    expect(await writesOf(AccessToken)).toEqual(writes.map((name) => [name, status]));
  },
);

test("while Cognito is down, admin writes get 503 with Retry-After, and checkouts succeed afterwards", async () => {
  const { access } = await signInAs(stack.url, "admin@bourbonvipers.example", "Rickhouse-9!");
  await shop.setFaults({ cognito: "down" });
  expect(await writesOf(access)).toEqual(writes.map((name) => [name, 503]));
  const answer = await shop.call(adminApi.deleteProduct, { token: access, params: { id: "prd_1" } });
  expect(answer.headers["retry-after"]).toBe("5");
  await shop.setFaults({ cognito: "normal" });
  const product = await shop.createProduct(shirt());
  expect((await shop.buy([product, 1])).url).toMatch(/^http/);
});

test("every admin route refuses an admin's expired token with 401", async () => {
  await stack.kill();
  await stack.restart(61 * 60_000);
  expect(await callAll(`Bearer ${admin.access}`)).toEqual(all(401));
});
