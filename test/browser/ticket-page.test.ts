import type { Page } from "@playwright/test";
import { ticketsApi } from "../../shared/api-tickets.ts";
import { browserStorage } from "../../shared/browser-storage.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, focusedText, printedPageCount } from "../support/browser.ts";
import { colorAt, onCrackedScreen, readQrCode } from "../support/read-qr-code.ts";
import { openSite } from "../support/site.ts";
import {
  answerTickets,
  codeOf,
  eventAt,
  addressOfFirstTickets,
  ticketView,
  withoutCode,
} from "../support/ticket-views.ts";

const site = openSite();
const HOUR_MS = 3_600_000;
const MOVE_PATTERN = `**${ticketsApi.moveTicket.path}`;

const ticketOf = (page: Page, n: number) => page.getByRole("article", { name: `Ticket ${n} of 3` });
const codePicture = (page: Page, n = 1) => ticketOf(page, n).getByRole("img", { name: "Code for the door" });

/** Opens the page of the first `codeCount` tickets. The shop answers with `tickets`. */
async function openTickets(
  tickets: Parameters<typeof answerTickets>[1],
  codeCount = tickets.length,
  width = 375,
) {
  const visitor = await site.visit({ viewport: { width, height: 812 }, deviceScaleFactor: 2 });
  await answerTickets(visitor.page, tickets);
  await visitor.page.goto(addressOfFirstTickets(codeCount));
  return visitor;
}

test("a ticket shows its code, holder, date, venue and short code; no search engine or other site learns of it", async () => {
  const { page, problems } = await openTickets([ticketView(1)]);
  const readRequest = page.waitForRequest(`**${ticketsApi.readTickets.path}`);
  await page.reload();
  const request = await readRequest;
  expect(request.postDataJSON()).toEqual({ codes: [codeOf(1)] });
  expect(request.url()).not.toContain(codeOf(1));
  expect(await request.headerValue("referer")).toBeNull();
  const ticket = ticketOf(page, 1);
  await codePicture(page).waitFor();
  for (const text of [
    "Ticket 1 of 3",
    "Barrel Night: The Long Pour",
    "Barrel Tasting (VIP)",
    "Ada Lovelace",
    "K7QM-3FX1",
    "12 Barrel Rd",
    "Louisville, KY 40202",
  ])
    await expect(ticket.getByText(text, { exact: true })).toBeVisible();
  await expect(ticket.getByText(/\d:\d\d [AP]M to .* E[SD]T/)).toBeVisible();
  await expect(page.getByText("Turn up the brightness of your screen")).toBeVisible();
  await expect(ticket.getByRole("link", { name: "Add to calendar" })).toHaveAttribute(
    "href",
    "/api/products/prd_tasting/calendar.ics",
  );
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(page.locator("meta[name=referrer]")).toHaveAttribute("content", "no-referrer");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/ticket$/);
  expect(problems).toEqual([]);
});

test("the code is black on white, and a scanner reads it, also from a small, noisy and cracked screen", async () => {
  const { page } = await openTickets([ticketView(1)]);
  const picture = await codePicture(page).screenshot();
  // The middle of the quiet zone, and of the first module.
  expect(await colorAt(picture, 2 / 49)).toEqual([255, 255, 255]);
  expect(await colorAt(picture, 4.5 / 49)).toEqual([0, 0, 0]);
  expect(await readQrCode(picture)).toBe(codeOf(1));
  expect(await readQrCode(await onCrackedScreen(picture, 200))).toBe(codeOf(1));
});

test("the code is large, with a quiet zone of four modules, at each width", async () => {
  for (const [width, sizePx] of [
    [320, 281],
    [375, 330],
    [768, 360],
    [1440, 360],
  ] as const) {
    const { page } = await openTickets([ticketView(1), ticketView(2), ticketView(3)], 3, width);
    const box = await codePicture(page).boundingBox();
    expect(Math.round(box?.width ?? 0)).toBeGreaterThanOrEqual(sizePx - 1);
    expect(await codePicture(page).getAttribute("viewBox")).toBe("0 0 49 49");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await accessibilityViolations(page)).toEqual([]);
  }
});

test("used, void and moved tickets say so, and of these only the used one shows its code", async () => {
  const event = eventAt(Date.now() - HOUR_MS);
  const usedTicket = ticketView(1, { state: "used", usedAt: event.startsAt, event });
  const { page } = await openTickets([
    { ...usedTicket, canMove: false },
    withoutCode(2, "void"),
    withoutCode(3, "moved"),
  ]);
  await expect(ticketOf(page, 1).getByText(/^You were let in at \d+:\d\d [AP]M [A-Z]+$/)).toBeVisible();
  await expect(codePicture(page, 1)).toBeVisible();
  await expect(ticketOf(page, 2).getByText("Not valid any more")).toBeVisible();
  await expect(ticketOf(page, 3).getByText("Sent to somebody else")).toBeVisible();
  await expect(page.getByRole("img", { name: "Code for the door" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Send this one to a friend" })).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a ticket of an event that is over shows no code, and is not stored in the browser", async () => {
  const { page } = await openTickets([ticketView(1, { event: eventAt(Date.now() - 24 * HOUR_MS) })]);
  await expect(ticketOf(page, 1).getByText("This event is over")).toBeVisible();
  await expect(codePicture(page)).toHaveCount(0);
  expect(await page.evaluate((key) => localStorage.getItem(key), browserStorage.tickets)).toBeNull();
});

test("the page says what to do about an unknown code, and without a code in the address", async () => {
  const { page } = await openTickets([ticketView(1)], 2);
  await expect(page.getByText("This code is not known")).toBeVisible();
  await expect(codePicture(page)).toBeVisible();
  await page.goto("/ticket");
  await expect(page.getByText("This address has no ticket")).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("without a network the page shows the tickets received last; with a network it requests them again", async () => {
  const { page } = await openTickets([ticketView(1)]);
  await codePicture(page).waitFor();
  await page.route(`**${ticketsApi.readTickets.path}`, (route) => route.abort());
  await page.reload();
  await expect(codePicture(page)).toBeVisible();
  await expect(page.getByText("No network")).toBeVisible();
  await expect(page.getByText(/^You see your tickets as of/)).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await answerTickets(page, [withoutCode(1, "void")]);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(ticketOf(page, 1).getByText("Not valid any more")).toBeVisible();
  await expect(page.getByText("No network")).toBeHidden();
  expect(await page.evaluate((key) => localStorage.getItem(key), browserStorage.tickets)).toBeNull();
});

test("a ticket page opens again without a network, and the browser caches no other page for it", async () => {
  const { page, problems } = await openTickets([ticketView(1)]);
  await codePicture(page).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect(problems).toEqual([]);
  await page.unroute(`**${ticketsApi.readTickets.path}`);
  await page.context().setOffline(true);
  await page.goto("about:blank");
  await page.goto(addressOfFirstTickets(1));
  await expect(page.getByText("No network")).toBeVisible();
  expect(await readQrCode(await codePicture(page).screenshot())).toBe(codeOf(1));
  expect(await accessibilityViolations(page)).toEqual([]);
  const cachedPaths = await page.evaluate(async () => {
    const requestLists = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(requestLists)).flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cachedPaths.filter((path) => !path.startsWith("/assets/"))).toEqual(["/ticket"]);
  await page.context().setOffline(false);
  await page.goto("/store");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("a ticket that is new to the browser is not shown while the shop fails, and can be requested again", async () => {
  const { page } = await site.visit({ viewport: { width: 375, height: 812 } });
  await page.route(`**${ticketsApi.readTickets.path}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(addressOfFirstTickets(1));
  await expect(page.getByText("The tickets could not be loaded")).toBeVisible();
  await answerTickets(page, [ticketView(1)]);
  await page.getByRole("button", { name: "Try Again" }).press("Enter");
  await expect(codePicture(page)).toBeVisible();
  await expect.poll(() => focusedText(page)).toBe("Your ticket");
});

test("the page prints each valid ticket on a page of its own, with a code of at least 5 cm, and nothing else", async () => {
  const { page } = await openTickets([withoutCode(1, "void"), ticketView(2), ticketView(3)]);
  await codePicture(page, 2).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await printedPageCount(page)).toBe(2);
  await expect(ticketOf(page, 1)).toBeHidden();
  const box = await codePicture(page, 2).boundingBox();
  // The code has 41 modules; with the quiet zone there are 49. 96 CSS px are an inch.
  expect((((box?.width ?? 0) * 41) / 49 / 96) * 2.54).toBeGreaterThan(5);
  for (const name of ["Print", "Send this one to a friend", "Add to calendar"])
    await expect(page.getByText(name, { exact: true }).first()).toBeHidden();
});

test("a ticket is sent to a friend by keyboard, and its code is gone from the page and the browser", async () => {
  const { page, problems } = await openTickets([ticketView(1), ticketView(2)]);
  const bodies: unknown[] = [];
  await page.route(MOVE_PATTERN, (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ json: withoutCode(1, "moved") });
  });
  const sendButton = ticketOf(page, 1).getByRole("button", { name: "Send this one to a friend" });
  await sendButton.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send this ticket to a friend" });
  await expect(dialog.getByLabel("name")).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(sendButton).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("name")).toBeFocused();
  await page.keyboard.type("Grace Hopper");
  await page.keyboard.press("Tab");
  await page.keyboard.type("grace@example.com");
  await page.keyboard.press("Enter");
  await expect(ticketOf(page, 1).getByText("Sent to Grace Hopper")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => focusedText(page)).toContain("Sent to Grace Hopper");
  expect(bodies).toEqual([{ code: codeOf(1), name: "Grace Hopper", email: "grace@example.com" }]);
  await expect(codePicture(page, 1)).toHaveCount(0);
  await expect(codePicture(page, 2)).toBeVisible();
  const storedTickets = await page.evaluate((key) => localStorage.getItem(key) ?? "", browserStorage.tickets);
  expect(storedTickets).toContain(codeOf(2));
  expect(storedTickets).not.toContain(codeOf(1));
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test("the form keeps its input when the shop refuses to send a ticket or its answer is lost", async () => {
  const { page } = await openTickets([ticketView(1)]);
  const responses: { status: number; json: object }[] = [
    { status: 409, json: { error: { code: "aborted", message: "This ticket was used already." } } },
    {
      status: 400,
      json: { error: { code: "invalid-argument", message: "No", fields: { email: "No such address" } } },
    },
  ];
  await page.route(MOVE_PATTERN, (route) => {
    const response = responses.shift();
    return response ? route.fulfill(response) : route.abort();
  });
  await ticketOf(page, 1).getByRole("button", { name: "Send this one to a friend" }).click();
  const dialog = page.getByRole("dialog", { name: "Send this ticket to a friend" });
  const submitButton = dialog.getByRole("button", { name: "Send Ticket" });
  await submitButton.click();
  await expect(dialog.getByText("Name is required")).toBeVisible();
  await expect(dialog.getByText("Email is required")).toBeVisible();
  await expect(dialog.getByLabel("name")).toBeFocused();
  await dialog.getByLabel("name").fill("Grace Hopper");
  await dialog.getByLabel("email").fill("grace@example.com");
  await submitButton.click();
  await expect(dialog.getByRole("alert")).toHaveText("This ticket was used already.");
  await submitButton.click();
  await expect(dialog.getByText("No such address")).toBeVisible();
  await expect(dialog.getByLabel("email")).toBeFocused();
  // The shop may have sent the ticket although its answer is lost, so the page reads the ticket again.
  const whenAnswered = Promise.withResolvers<void>();
  await answerTickets(page, [withoutCode(1, "moved")]);
  await page.route(
    `**${ticketsApi.readTickets.path}`,
    async (route) => {
      await whenAnswered.promise;
      // The page may have cancelled the request.
      await route.fulfill({ json: { tickets: [ticketView(1)] } }).catch(() => undefined);
    },
    { times: 1 },
  );
  const readRequest = page.waitForRequest(`**${ticketsApi.readTickets.path}`);
  await submitButton.click();
  await expect(dialog.getByRole("alert")).toContainText("No answer from the shop.");
  await readRequest;
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await dialog.getByLabel("name").inputValue()).toBe("Grace Hopper");
  expect(await dialog.getByLabel("email").inputValue()).toBe("grace@example.com");
  await expect(codePicture(page)).toHaveCount(1);
  responses.push({ status: 200, json: withoutCode(1, "moved") });
  const nextReadResponse = page.waitForResponse(`**${ticketsApi.readTickets.path}`);
  await submitButton.click();
  await expect(ticketOf(page, 1).getByText("Sent to Grace Hopper")).toBeVisible();
  // An answer from before the transfer, which still has the code, comes late.
  whenAnswered.resolve();
  await nextReadResponse;
  await expect(codePicture(page)).toHaveCount(0);
  expect(await page.evaluate((key) => localStorage.getItem(key), browserStorage.tickets)).toBeNull();
});

test("a visitor who closes the form after a lost answer sees that the ticket is sent, and the heading in view has the focus", async () => {
  const { page } = await openTickets([ticketView(1), ticketView(2), ticketView(3)]);
  await page.route(MOVE_PATTERN, (route) => route.abort());
  const sendButton = ticketOf(page, 3).getByRole("button", { name: "Send this one to a friend" });
  await sendButton.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send this ticket to a friend" });
  await dialog.getByLabel("name").fill("Grace Hopper");
  await dialog.getByLabel("email").fill("grace@example.com");
  await answerTickets(page, [ticketView(1), ticketView(2), withoutCode(3, "moved")]);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("No answer from the shop.");
  await expect(page.getByText("Sent to somebody else")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(sendButton).toHaveCount(0);
  await expect.poll(() => focusedText(page)).toBe("Your tickets");
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
});
