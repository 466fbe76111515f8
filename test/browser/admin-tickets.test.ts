import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { adminTicketsApi, doorApi, staffApi } from "../../shared/api-tickets.ts";
import { ticketMessages } from "../../shared/ticket-messages.ts";
import { ADMIN_ACCOUNT, submitSignIn, withSignIn } from "../support/admin-session.ts";
import { expect, onTestFinished, test } from "../support/browser-test.ts";
import { accessibilityViolations, expectFits, focusWindow, lineCount, toasts } from "../support/browser.ts";
import { createClient } from "../support/client.ts";
import { escapeRegExp } from "../../infra/local/util/escape-reg-exp.ts";
import { eventInDays } from "../support/fixtures.ts";
import { createProductAdmin } from "../support/product-admin.ts";
import { openSite } from "../support/site.ts";

test.use({ shopName: "tickets" });
const site = openSite();
const visit = withSignIn((options) => site.visit(options));

/** Sends the check-ins of two doors that both let in the same ticket while they were offline. */
async function reportConflict(productId: string): Promise<void> {
  const client = createClient({ url: site.url() });
  const token = await client.adminToken();
  const params = { id: productId };
  const { tickets } = (await client.call(doorApi.listDoorTickets, { token, params })).data;
  const ticketId = tickets.find(({ checkIns }) => checkIns.length === 0)?.ticketId ?? "";
  for (const [door, minutes] of [["Back door", 5] as const, ["Front door", 10] as const]) {
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    const checkIns = [{ id: randomUUID(), ticketId, at, isOffline: true }];
    const body = { deviceId: randomUUID(), door, sentAt: new Date().toISOString(), checkIns };
    const { data } = await client.call(doorApi.checkIn, { token, params, body });
    expect(data.results).toMatchObject([{ result: minutes === 5 ? "in" : "conflict" }]);
  }
}

test("an admin gives tickets, lets a guest in, sees a conflict, makes a ticket void and finds a guest", async () => {
  const { page, problems } = await visit();
  await page.goto("/admin/dashboard?tab=tickets");
  await page.getByRole("heading", { name: "Tickets", exact: true }).waitFor();
  await page.getByText("Nobody has been invited yet.").waitFor();
  await expectFits(page);
  await page.setViewportSize({ width: 375, height: 900 });
  for (const term of await page.getByRole("main").getByRole("term").all())
    expect(await term.evaluate(lineCount), await term.innerText()).toBe(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  const eventLink = page.getByRole("main").getByRole("link").first();
  const eventName = await eventLink.innerText();
  await eventLink.press("Enter");
  await expect(page.getByRole("heading", { name: eventName })).toBeFocused();
  await page.getByText("No tickets yet").waitFor();
  await expectFits(page);

  await page.getByRole("button", { name: "Give tickets" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Give tickets" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expectFits(page);
  await form.getByLabel("Name").fill("Ada Lovelace");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByLabel("Reason").fill("Press");
  await form.getByLabel("Number of tickets").fill("3");
  const whenReleased = Promise.withResolvers<void>();
  const error = {
    code: "invalid",
    message: "Wrong address",
    fields: { email: "Mail to this address comes back." },
  };
  const giftsPattern = "**/api/admin/events/*/tickets";
  await page.route(giftsPattern, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await whenReleased.promise;
    return route.fulfill({ status: 400, json: { error } });
  });
  await form.getByLabel("Number of tickets").press("Enter");
  for (const label of ["Name", "Email", "Reason", "Number of tickets"])
    await expect(form.getByLabel(label)).not.toBeEditable();
  whenReleased.resolve();
  await form.getByText(error.fields.email).waitFor();
  await expect(form.getByLabel("Email")).toBeFocused();
  await form.getByLabel("Email").fill("ada.lovelace@example.com");
  await expect(form.getByText(error.fields.email)).toHaveCount(0);
  // The console has the browser's error for the status 400 and the page's error for the refusal.
  expect(problems.splice(0)).toHaveLength(2);
  await page.unroute(giftsPattern);
  const requestIds: unknown[] = [];
  await page.route(giftsPattern, (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    requestIds.push((route.request().postDataJSON() as { requestId?: unknown }).requestId);
    if (requestIds.length > 1) return route.fallback();
    const refusal = { code: "conflict", message: ticketMessages.requestReused };
    return route.fulfill({ status: 409, json: { error: refusal } });
  });
  await form.getByLabel("Number of tickets").press("Enter");
  await form.getByRole("alert").getByText("Close this form and open it again.").waitFor();
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Give tickets" }).press("Enter");
  await form.getByLabel("Number of tickets").press("Enter");
  await expect.poll(() => new Set(requestIds).size).toBe(2);
  expect(problems.splice(0)).toHaveLength(2);
  await expect(page.getByRole("button", { name: "Give tickets" })).toBeFocused();
  await page.getByText("3 tickets", { exact: true }).waitFor();

  await page.getByLabel("State").selectOption("Valid");
  await page.getByRole("button", { name: "Let in ticket of Ada Lovelace" }).first().click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  // The connection breaks after the shop has got the check-in.
  const ticketsPattern = /\/api\/admin\/(tickets|events)/;
  await page.route(ticketsPattern, async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    return route.abort();
  });
  await question.getByRole("button", { name: "Let in" }).click();
  await toasts(page).getByText("No connection to the shop.").waitFor();
  await page.unroute(ticketsPattern);
  await question.getByRole("button", { name: "Let in" }).click();
  await toasts(page).getByText("Ada Lovelace is in").waitFor();
  expect(problems.splice(0)).not.toEqual([]);
  // The ticket is not valid any more, so the next one gets the focus.
  await page.getByText("2 tickets of 3").waitFor();
  await expect(page.getByRole("group", { name: "Ticket of Ada Lovelace" }).first()).toBeFocused();
  await page.getByLabel("State").selectOption("All states");
  await page.getByRole("listitem").filter({ hasText: "In" }).first().waitFor();
  await expect(page.getByRole("button", { name: "Let in ticket of Ada Lovelace" })).toHaveCount(2);

  await reportConflict(new URL(page.url()).searchParams.get("event") ?? "");
  await focusWindow(page);
  const conflictRow = page.getByRole("listitem").filter({ hasText: "Scanned 2 times" });
  await expect(conflictRow.getByRole("listitem")).toHaveText([/^Front door,/, /^Back door,/]);
  await expectFits(page);

  await page.getByRole("button", { name: "Void ticket of Ada Lovelace" }).last().click();
  await question.getByRole("button", { name: "Make void" }).click();
  await page.getByText("Void: by an admin").waitFor();
  await expect(page.getByRole("group", { name: "Ticket of Ada Lovelace" }).last()).toBeFocused();
  await page.getByLabel("State").selectOption("Conflicts");
  await page.getByText("1 ticket of 3").waitFor();
  await page.getByLabel("State").selectOption("All states");
  await page.getByLabel("Search tickets").fill("nobody");
  await page.getByText("No tickets found").waitFor();
  await page.getByLabel("Search tickets").fill("lovelace");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^tickets-.*\.csv$/);
  await page.getByRole("link", { name: "All events" }).click();
  await expect(page.getByRole("heading", { name: "Tickets", exact: true })).toBeFocused();
  expect(problems).toEqual([]);
});

test("an admin tells the holders that an event has changed, and keeps a place in the page", async () => {
  const client = createClient({ url: site.url() });
  const token = await client.adminToken();
  const product = await client.createProduct({ name: "Gala", category: "ticket", event: eventInDays(40) });
  const params = { id: product.id };
  const gift = { name: "Ada Lovelace", email: "ada@example.com", reason: "Press", quantity: 1 };
  await client.call(adminTicketsApi.giveTickets, {
    token,
    params,
    body: { ...gift, requestId: randomUUID() },
  });
  await createProductAdmin(client).change(product.id, { event: eventInDays(41) });
  const { page, problems } = await visit();
  await page.goto(`/admin/dashboard?tab=tickets&event=${product.id}`);
  await page.getByText("The holder of 1 ticket knows its earlier title, date or place.").waitFor();
  await page.getByRole("button", { name: "Tell the holders" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Send emails" }).press("Enter");
  await expect(page.getByText("The event was changed after the sale")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Gala" })).toBeFocused();
  expect(problems).toEqual([]);
});

/**
 * Signs in at the door on a phone with the temporary password of the invitation, replaces the password, and loads the list
 * of tickets.
 */
async function signInAtDoor(email: string): Promise<void> {
  const [invitation] = await createClient({ url: site.url() }).mailsTo(email);
  const [, password = ""] = /temporary password (\S+) within/.exec(invitation?.text ?? "") ?? [];
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 667 } });
  await page.goto(/\S+\/door/.exec(invitation?.text ?? "")?.[0] ?? "");
  await submitSignIn(page, { email, password });
  await page.getByText("Choose a password of your own to finish signing in.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel("New password", { exact: true }).fill("Angels-Share-3!");
  await page.getByLabel("Repeat the new password", { exact: true }).fill("Angels-Share-3!");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByRole("heading", { name: "Which event?" }).waitFor();
  await page.getByLabel("Name of this door").fill("Side door");
  await page.getByRole("button", { name: "Load the list" }).click();
  await page.getByText(/^Ready: \d+ tickets?, works offline$/).waitFor();
  expect(problems).toEqual([]);
}

test("an admin invites a person, who signs in at the door as the mail says, and removes the person", async () => {
  const { page, problems } = await visit();
  await page.goto("/admin/dashboard?tab=tickets");
  const emailField = page.getByLabel("Email", { exact: true });
  await emailField.fill("eve");
  await page.getByRole("button", { name: "Invite" }).press("Enter");
  await expect(emailField).toBeFocused();
  await expect(emailField).toHaveAttribute("aria-invalid", "true");
  // The message below the field does not move the button away from the field.
  const fieldBox = await emailField.boundingBox();
  const buttonBox = await page.getByRole("button", { name: "Invite" }).boundingBox();
  expect(Math.abs((buttonBox?.y ?? NaN) - (fieldBox?.y ?? NaN))).toBeLessThan(2);
  await emailField.pressSequentially("@");
  await expect(emailField).toHaveAttribute("aria-invalid", "false");
  await emailField.fill("eve@example.com");
  await emailField.press("Enter");
  await page.getByText("Has not signed in yet").waitFor();
  await signInAtDoor("eve@example.com");
  await focusWindow(page);
  await expect.poll(() => page.getByText("Has not signed in yet").count()).toBe(0);
  await page.getByText("Log of changes").click();
  await page
    .getByText(new RegExp(`${escapeRegExp(ADMIN_ACCOUNT.email)} invited eve@example\\.com$`))
    .waitFor();
  await expectFits(page);
  await page.getByRole("button", { name: "Remove eve@example.com" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Nobody has been invited yet.").waitFor();
  await expect(page.getByRole("heading", { name: "Door staff" })).toBeFocused();
  await page.getByText(/removed eve@example\.com$/).waitFor();
  expect(problems).toEqual([]);
  await emailField.fill(ADMIN_ACCOUNT.email);
  await emailField.press("Enter");
  await page.getByText("This person is an admin, who may use the door already.").waitFor();
});

test("a shop without tickets has no tab of tickets and no link to the door", async () => {
  const { page } = await visit();
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const config = z.parse(z.record(z.string(), z.unknown()), await response.json());
    await route.fulfill({ response, json: { ...config, hasTickets: false } });
  });
  onTestFinished(() => page.unrouteAll({ behavior: "ignoreErrors" }));
  for (const address of ["/admin/dashboard", "/admin/dashboard?tab=tickets"]) {
    await page.goto(address);
    await page.getByRole("tab").first().waitFor();
    // All tabs appear at once, because a tab that came later would move others under the pointer.
    expect((await page.getByRole("tab").allInnerTexts()).map((text) => text.trim())).toEqual([
      "Products",
      "Orders",
      "Episodes",
      "Discounts",
      "Analytics",
      "Newsletter",
      "Webhooks",
    ]);
    await expect(page.getByRole("tab", { name: "Products" })).toHaveAttribute("aria-selected", "true");
    expect(await page.getByRole("banner").getByRole("link").allInnerTexts()).toEqual(["View store"]);
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    // The page knows from /config.json that the shop has no tickets, so it must not request the events.
    if (address === "/admin/dashboard") expect(requestedPaths).not.toContain(adminTicketsApi.listEvents.path);
  }
});

test("the tickets tab says what could not be loaded", async () => {
  const { page } = await visit();
  const eventsPattern = `**${adminTicketsApi.listEvents.path}`;
  await page.route(eventsPattern, (route) => route.abort());
  await page.route(`**${staffApi.listStaff.path}`, (route) => route.abort());
  await page.goto("/admin/dashboard?tab=tickets");
  await page.getByText("Error fetching events").waitFor();
  await page.unroute(eventsPattern);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Error fetching door staff").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});
