import { createHmac, createPublicKey, generateKeyPairSync, sign, type JsonWebKey } from "node:crypto";
import * as z from "zod/mini";
import { beforeAll, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { api } from "../../shared/api.ts";
import { doorApi } from "../../shared/api-tickets.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { createClient, type Client } from "../support/client.ts";
import { startLocalStack, type LocalStack } from "../support/local-stack.ts";
import { testProduct } from "../support/fixtures.ts";
import { signInAs, type Tokens } from "../support/sign-in.ts";
import { ADMIN_ACCOUNT, callCognito } from "../support/admin-session.ts";

const STAFF = { email: "staff@shop.example", password: "Cooperage-12!", groups: ["staff"] };

let stack: LocalStack;
let shop: Client;
let admin: Tokens;
let staff: Tokens;
beforeAll(async () => {
  stack = await startLocalStack();
  shop = createClient(stack);
  await shop.putUser(STAFF);
  admin = await signInAs(stack.url, ADMIN_ACCOUNT.email, ADMIN_ACCOUNT.password);
  staff = await signInAs(stack.url, STAFF.email, STAFF.password);
});

type Claims = Record<string, unknown>;
const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const decodePart = (text: string | undefined): Claims =>
  z.parse(z.record(z.string(), z.unknown()), JSON.parse(Buffer.from(text ?? "", "base64url").toString()));
const headerOf = (token: string): Claims => decodePart(token.split(".")[0]);
const claimsOf = (token: string): Claims => decodePart(token.split(".")[1]);
/** Returns a token with `claims`, signed with a key outside the pool; `kid` is the key id that its header names. */
function signWithOtherKey(claims: Claims, kid: unknown): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signedPart = `${encodePart({ kid, alg: "RS256" })}.${encodePart(claims)}`;
  return `${signedPart}.${sign("sha256", Buffer.from(signedPart), privateKey).toString("base64url")}`;
}
/** Returns the token with another signature: an HMAC whose secret is the pool's public key. */
async function signWithPublicKey(token: string): Promise<string> {
  const response = await shop.sendRaw("/_local/cognito/.well-known/jwks.json");
  const { keys } = z.parse(z.object({ keys: z.array(z.looseObject({})) }), JSON.parse(response.text));
  const pem = createPublicKey({ key: keys[0] as JsonWebKey, format: "jwk" }).export({
    type: "spki",
    format: "pem",
  });
  const signedPart = `${encodePart({ ...headerOf(token), alg: "HS256" })}.${encodePart(claimsOf(token))}`;
  return `${signedPart}.${createHmac("sha256", pem).update(signedPart).digest("base64url")}`;
}

const adminEndpoints = Object.entries(api).filter(([, { access }]) => access === "admin");
/** A value for each parameter that the path of an admin route can have. */
const PATH_PARAMS = {
  id: "ord_1",
  uploadId: "upl_1",
  deliveryId: "dlv_1",
  requestId: "req_1",
};
/** Calls every admin route with this Authorization header; returns the name and status of each route. */
async function callAllRoutes(authorization?: string) {
  const results: (readonly [string, number])[] = [];
  // The routes are called one after another. A function waits only 2 s for Cognito, which is too short for parallel calls
  // on a busy machine.
  for (const [name, endpoint] of adminEndpoints) {
    const path = fillPath(endpoint.path, PATH_PARAMS);
    const headers = authorization === undefined ? {} : { authorization };
    const body = "body" in endpoint ? { body: {} } : {};
    const { status } = await shop.sendRaw(path, { method: endpoint.method, headers, ...body });
    results.push([name, status]);
  }
  return results;
}
/** The result of `callAllRoutes` when every route returns `status`. */
const everyRouteWith = (status: number) => adminEndpoints.map(([name]) => [name, status]);

const invalidTokens: [string, () => Promise<string | undefined> | string | undefined][] = [
  ["no token", () => undefined],
  ["an empty token", () => "Bearer "],
  ["garbage", () => "Bearer not.a.token"],
  [
    "a token with alg none",
    () => `Bearer ${encodePart({ alg: "none" })}.${encodePart(claimsOf(admin.access))}.`,
  ],
  [
    "a token signed by HS256 with the public key",
    async () => `Bearer ${await signWithPublicKey(admin.access)}`,
  ],
  [
    "a token with changed claims",
    () => {
      const [header, , signature] = staff.access.split(".");
      return `Bearer ${header}.${encodePart({ ...claimsOf(staff.access), "cognito:groups": ["admin"] })}.${signature}`;
    },
  ],
  [
    "a token signed by another key under the pool's key id",
    () => `Bearer ${signWithOtherKey(claimsOf(admin.access), headerOf(admin.access)["kid"])}`,
  ],
  [
    "a token from another pool",
    () =>
      `Bearer ${signWithOtherKey({ ...claimsOf(admin.access), iss: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Other" }, "other")}`,
  ],
  ["an id token", () => `Bearer ${admin.id}`],
  [
    "Basic authentication",
    () => `Basic ${Buffer.from(`admin:${ADMIN_ACCOUNT.password}`).toString("base64")}`,
  ],
];
test.each(invalidTokens)("every admin route refuses %s with 401", async (_, token) => {
  expect(await callAllRoutes(await token())).toEqual(everyRouteWith(401));
});

test("every admin route refuses a user who is not in the admin group with 403", async () => {
  expect(await callAllRoutes(`Bearer ${staff.access}`)).toEqual(everyRouteWith(403));
});

test("a member of the group 'door' can read the events, which others cannot, and every admin route refuses the member with 403", async () => {
  const person = { email: "door@shop.example", password: "Cooperage-12!" };
  await shop.putUser({ ...person, groups: ["door"] });
  const { access: token } = await signInAs(stack.url, person.email, person.password);
  expect((await shop.call(doorApi.listDoorEvents, { token })).status).toBe(200);
  expect(await callAllRoutes(`Bearer ${token}`)).toEqual(everyRouteWith(403));
  for (const [refusedToken, status] of [[undefined, 401] as const, [staff.access, 403] as const]) {
    const options = refusedToken === undefined ? {} : { token: refusedToken };
    expect((await shop.call(doorApi.listDoorEvents, options)).status).toBe(status);
  }
});

test("every admin route accepts an admin", async () => {
  for (const [, status] of await callAllRoutes(`Bearer ${admin.access}`))
    expect([200, 400, 404]).toContain(status);
});

const writeRoutes = adminEndpoints.filter(([, { method }]) => method !== "GET").map(([name]) => name);
const callWriteRoutes = async (token: string) =>
  (await callAllRoutes(`Bearer ${token}`)).filter(([name]) => writeRoutes.includes(name));

test.each([
  ["who signed out everywhere", "GlobalSignOut", 401],
  ["who was disabled", "AdminDisableUser", 401],
  ["who was deleted", "AdminDeleteUser", 401],
  ["who was removed from the group", "AdminRemoveUserFromGroup", 403],
])(
  "every write route refuses an admin %s, although the token's signature is valid",
  async (_, operation, status) => {
    const person = { email: `${operation.toLowerCase()}@shop.example`, password: "Cooperage-12!" };
    await shop.putUser({ ...person, groups: ["admin"] });
    const { access: AccessToken } = await signInAs(stack.url, person.email, person.password);
    const input =
      operation === "GlobalSignOut" ? { AccessToken } : { Username: person.email, GroupName: "admin" };
    await callCognito(stack.url, operation, input);
    expect(await callWriteRoutes(AccessToken)).toEqual(writeRoutes.map((name) => [name, status]));
  },
);

test("admin writes get 503 with Retry-After while Cognito is down, and checkouts succeed after that", async () => {
  const { access } = await signInAs(stack.url, ADMIN_ACCOUNT.email, ADMIN_ACCOUNT.password);
  await shop.setFaults({ cognito: "down" });
  expect(await callWriteRoutes(access)).toEqual(writeRoutes.map((name) => [name, 503]));
  const response = await shop.call(adminApi.deleteProduct, { token: access, params: { id: "prd_1" } });
  expect(response.headers["retry-after"]).toBe("5");
  await shop.setFaults({ cognito: "normal" });
  const product = await shop.createProduct(testProduct());
  expect((await shop.openCheckout([product, 1])).url).toMatch(/^http/);
});

test("every admin route refuses an admin's expired token with 401", async () => {
  await stack.kill();
  await stack.restart(61 * 60_000);
  expect(await callAllRoutes(`Bearer ${admin.access}`)).toEqual(everyRouteWith(401));
});
