import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Cognito } from "../../infra/local/cognito/cognito.ts";
import type { PoolMail } from "../../infra/local/cognito/pool.ts";
import { doorApi, staffApi } from "../../shared/api-tickets.ts";
import { call, type CallOptions, type HttpHandler } from "../support/invoke.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { callerWith, startUserPool } from "../support/simulated-user-pool.ts";

const ADMIN_EMAIL = "admin@example.com";
let shop: Shop;
let cognito: Cognito;
let staff: HttpHandler;
let door: HttpHandler;
let isCognitoDown = false;
const mails: PoolMail[] = [];

beforeAll(async () => {
  shop = await openShop();
  ({ handler: staff } = await import("../../lambdas/staff-api.ts"));
  ({ handler: door } = await import("../../lambdas/door-api.ts"));
  const pool = await startUserPool({
    invitation: { subject: "Your account", text: "Sign in as {username} with {####}" },
    admin: { email: ADMIN_EMAIL, password: "Rickhouse-9!" },
    sendMail: (mail) => mails.push(mail),
    isDown: () => isCognitoDown,
  });
  ({ cognito } = pool);
  return pool.close;
});
beforeEach(() => {
  isCognitoDown = false;
  mails.length = 0;
});

const asAdmin = () => callerWith(cognito.accessTokenOf(ADMIN_EMAIL));
const inviteAsAdmin = (email: string) => call(staff, staffApi.inviteStaff, { body: { email }, ...asAdmin() });
const removeAsAdmin = (email: string) => call(staff, staffApi.removeStaff, { body: { email }, ...asAdmin() });
const listAsAdmin = async () => (await call(staff, staffApi.listStaff, asAdmin())).data;
const listEvents = (caller: CallOptions) => call(door, doorApi.listDoorEvents, caller);

test("an admin invites a person, who gets a mail, signs in and uses the door; then the admin removes the person", async () => {
  const response = await inviteAsAdmin(" Eve@Example.com ");
  expect([response.status, response.data]).toMatchObject([
    201,
    { email: "eve@example.com", state: "invited" },
  ]);
  expect(mails.map(({ to }) => to)).toEqual(["eve@example.com"]);
  expect(mails[0]?.text).toContain("as eve@example.com");
  const listAfterInvitation = await listAsAdmin();
  expect(listAfterInvitation.staff).toMatchObject([{ email: "eve@example.com", state: "invited" }]);
  expect(listAfterInvitation.changes).toMatchObject([
    { email: "eve@example.com", what: "invited", by: ADMIN_EMAIL },
  ]);
  expect(listAfterInvitation.staff[0]?.since).toBe(listAfterInvitation.changes[0]?.at);

  // As if the person had signed in and chosen a password.
  cognito.putUser({ email: "eve@example.com", password: "Rickhouse-9!" });
  expect((await listAsAdmin()).staff).toMatchObject([{ state: "active" }]);
  const eve = callerWith(cognito.accessTokenOf("eve@example.com"));
  expect((await listEvents(eve)).status).toBe(200);
  expect((await call(staff, staffApi.listStaff, eve)).status).toBe(403);

  expect((await removeAsAdmin("eve@example.com")).status).toBe(204);
  // The functions cache Cognito's answer about an account for 30 s.
  advanceClock(60_000);
  expect((await listEvents(eve)).status).toBe(401);
  const { staff: remainingStaff, changes } = await listAsAdmin();
  expect([remainingStaff, changes.map(({ what }) => what)]).toEqual([[], ["removed", "invited"]]);
  expect((await removeAsAdmin("eve@example.com")).status).toBe(404);
});

test("an invited person with an account gets access without a mail; a person who has never signed in gets a mail with each invitation", async () => {
  cognito.putUser({ email: "known@example.com", password: "Rickhouse-9!" });
  expect((await inviteAsAdmin("known@example.com")).data.state).toBe("active");
  expect(mails).toEqual([]);
  await inviteAsAdmin("slow@example.com");
  expect((await inviteAsAdmin("slow@example.com")).data.state).toBe("invited");
  expect(mails.map(({ to }) => to)).toEqual(["slow@example.com", "slow@example.com"]);
  const token = cognito.accessTokenOf("known@example.com");
  expect((await listEvents(callerWith(token))).status).toBe(200);
});

test("an admin cannot be invited to the door's group, and only members of that group are listed and can be removed", async () => {
  const response = await inviteAsAdmin(ADMIN_EMAIL);
  expect([response.status, response.error.message]).toEqual([
    409,
    "This person is an admin, who may use the door already.",
  ]);
  expect((await listAsAdmin()).staff.map(({ email }) => email)).not.toContain(ADMIN_EMAIL);
  expect((await removeAsAdmin(ADMIN_EMAIL)).status).toBe(404);
  expect((await removeAsAdmin("nobody@example.com")).status).toBe(404);
});

test("an admin whom an operator has added to the door's group stays signed in after the removal from the group", async () => {
  cognito.putUser({ email: "both@example.com", password: "Rickhouse-9!", groups: ["admin", "door"] });
  const token = cognito.accessTokenOf("both@example.com");
  expect((await removeAsAdmin("both@example.com")).status).toBe(204);
  expect((await call(staff, staffApi.listStaff, callerWith(token))).status).toBe(200);
});

test("a removal that Cognito interrupts is finished by its repetition: the person is signed out and no member any more", async () => {
  cognito.putUser({ email: "half@example.com", password: "Rickhouse-9!", groups: ["door"] });
  const half = callerWith(cognito.accessTokenOf("half@example.com"));
  const caller = asAdmin();
  let signOuts = 0;
  const realFetch = globalThis.fetch;
  const fetchSpy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const isSignOut = new Headers(init?.headers).get("x-amz-target")?.endsWith("AdminUserGlobalSignOut");
    return isSignOut && signOuts++ === 0
      ? Promise.reject(new TypeError("fetch failed"))
      : realFetch(input, init);
  });
  onTestFinished(() => void fetchSpy.mockRestore());
  const remove = () => call(staff, staffApi.removeStaff, { body: { email: "half@example.com" }, ...caller });
  expect([(await remove()).status, (await remove()).status, (await remove()).status]).toEqual([
    503, 204, 404,
  ]);
  expect((await listEvents(half)).status).toBe(401);
  expect((await listAsAdmin()).staff.map(({ email }) => email)).not.toContain("half@example.com");
});

test("while Cognito is down, an invitation gets 503 and changes nothing", async () => {
  const caller = asAdmin();
  isCognitoDown = true;
  const response = await call(staff, staffApi.inviteStaff, {
    body: { email: "late@example.com" },
    ...caller,
  });
  expect([response.status, response.headers["retry-after"]]).toEqual([503, "5"]);
  isCognitoDown = false;
  expect((await listAsAdmin()).staff.map(({ email }) => email)).not.toContain("late@example.com");
});

test("if Cognito refuses a parameter, an invitation gets 400 because of its address, and the list of members gets 503", async () => {
  const refusal = JSON.stringify({ __type: "InvalidParameterException", message: "Invalid" });
  const fetchSpy = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => void fetchSpy.mockRestore());
  const { inviteUser, listMembers } = await import("../../lambdas/tickets/door-group.ts");
  fetchSpy.mockImplementation(() => Promise.resolve(new Response(refusal, { status: 400 })));
  await expect(inviteUser("us-east-1_pool", "odd@example.com", true)).rejects.toMatchObject({
    status: 400,
    message: "This email address is not accepted.",
  });
  await expect(listMembers("us-east-1_pool")).rejects.toMatchObject({ status: 503 });
});

test("if Cognito has sent all its mails of the day, the admin is told to invite the person tomorrow", async () => {
  const refusal = JSON.stringify({ __type: "LimitExceededException", message: "Exceeded daily email limit" });
  const fetchSpy = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => void fetchSpy.mockRestore());
  const { inviteUser } = await import("../../lambdas/tickets/door-group.ts");
  fetchSpy.mockImplementation(() => Promise.resolve(new Response(refusal, { status: 400 })));
  await expect(inviteUser("us-east-1_pool", "late@example.com", true)).rejects.toMatchObject({
    status: 503,
    message: "No more invitations can be mailed today. Please try again tomorrow.",
  });
});

test("an invitation to an invalid address is refused", async () => {
  expect((await inviteAsAdmin("eve")).error.fields).toHaveProperty("email");
});

test("the list shows the latest hundred changes, and each stored change expires", async () => {
  for (let i = 0; i < 52; i++) {
    await inviteAsAdmin("often@example.com");
    advanceClock(1);
    await removeAsAdmin("often@example.com");
    advanceClock(1);
  }
  const { changes } = await listAsAdmin();
  expect(changes).toHaveLength(100);
  expect(changes[0]).toMatchObject({ email: "often@example.com", what: "removed" });
  expect((await shop.table.partition("STAFF")).every(({ ttl }) => typeof ttl === "number")).toBe(true);
});
