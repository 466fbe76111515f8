import type { Page } from "@playwright/test";
import { adminStorage } from "../../shared/admin-storage.ts";
import { orderNumberPrefix } from "../../shared/site/order-number.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations } from "../support/browser.ts";
import { submitSignIn } from "../support/admin-session.ts";
import {
  closeAnswer,
  prepareDoor,
  pressFirstResult,
  savePicture,
  serveDoor,
  startScanning,
} from "../support/door-page.ts";
import { sampleTickets, ticketIdOf } from "../support/door-samples.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const PHONE = { width: 375, height: 667 };
const LANDSCAPE = { width: 667, height: 375 };

async function openDoorPage() {
  const sample = await sampleTickets();
  const { page, problems } = await site.visit({ viewport: PHONE, permissions: ["camera"] });
  const server = await serveDoor(page.context(), sample);
  return { page, problems, server, sample };
}
const answerOn = (page: Page) => page.getByRole("region", { name: "Answer" });
/**
 * Expects no accessibility violation and no sideways scrolling, in portrait and in landscape format. Saves pictures of both if
 * DOOR_PICTURES is set.
 */
async function expectToFit(page: Page, name: string): Promise<void> {
  for (const viewport of [LANDSCAPE, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await accessibilityViolations(page), `${name} at ${viewport.width} px`).toEqual([]);
    const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(contentWidth, name).toBeLessThanOrEqual(viewport.width);
    await savePicture(page, name, viewport.width);
  }
}

/** Signs in, names the door, and loads the list. */
async function prepareDoorAs(page: Page, name: string): Promise<void> {
  await submitSignIn(page);
  await expect(page.getByRole("heading", { name: "Which event?" })).toBeFocused();
  await expectToFit(page, "2-events");
  await page.getByLabel("Name of this door").fill(name);
  await page.getByRole("button", { name: "Load the list" }).click();
  await page.getByText("Ready: 4 tickets, works offline").waitFor();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
}

test("the door page is not indexed and may use the camera; workers and manifest are revalidated", async () => {
  const { page } = await site.visit();
  const response = await page.request.get("/door");
  expect(await response.text()).toContain('<meta name="robots" content="noindex"');
  expect(response.headers()["permissions-policy"]).toContain("camera=(self)");
  expect((await page.request.get("/store")).headers()["permissions-policy"]).toContain("camera=()");
  for (const file of ["/door-worker.js", "/ticket-worker.js", "/door.webmanifest"])
    expect((await page.request.get(file)).headers()["cache-control"], file).toBe("no-cache");
  const sitemap = await page.request.get("/sitemap.xml");
  expect(await sitemap.text()).not.toContain("/door");
});

test("a team member signs in, names the door, and sees each kind of answer", async () => {
  const { page, problems, server, sample } = await openDoorPage();
  server.changeTicket(ticketIdOf(1), { void: { why: "refunded", at: new Date().toISOString() } });
  await page.goto("/door");
  await page.getByText("Sign in to scan tickets").waitFor();
  await expectToFit(page, "1-sign-in");
  await prepareDoorAs(page, "Back door");
  await expectToFit(page, "3-ready");
  await startScanning(page);
  await expect(page.getByRole("heading", { name: "Scan tickets" })).toBeFocused();
  await page.getByText("0 of 4 in").waitFor();
  await expectToFit(page, "4-scanner");
  const [ada] = sample.tickets;
  await page.getByLabel("Short code or name").fill("a");
  await page.getByLabel("Short code or name").fill("ad");
  await expectToFit(page, "5-search");
  await pressFirstResult(page, ada?.shortCode ?? "");
  const answer = answerOn(page);
  await answer.getByRole("heading", { name: "Let in" }).waitFor();
  await answer.getByText("Ada Lovelace").waitFor();
  await answer.getByText("Ticket 1 of 3").waitFor();
  await expectToFit(page, "6-let-in");
  await closeAnswer(page);
  await page.getByText("1 of 4 in").waitFor();
  await expectToFit(page, "7-undo");
  await pressFirstResult(page, "Ada");
  await answer.getByRole("heading", { name: "Already in" }).waitFor();
  await answer.getByText(/ at Back door$/).waitFor();
  await expectToFit(page, "8-already-in");
  await closeAnswer(page);
  await pressFirstResult(page, "Grace");
  await answer.getByRole("heading", { name: "Not valid" }).waitFor();
  await answer.getByText("This ticket was refunded").waitFor();
  await expectToFit(page, "9-not-valid");
  await closeAnswer(page);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByText("0 of 4 in").waitFor();
  await expect
    .poll(() => server.ticketsById.get(ticketIdOf(0))?.checkIns)
    .toMatchObject([{ door: "Back door", undoneAt: expect.any(String) as unknown }]);
  expect(problems).toEqual([]);
});

test("offline, the page reloads and checks tickets in; online again, it sends each check-in once", async () => {
  const { page, server } = await openDoorPage();
  await prepareDoor(page);
  await page.context().setOffline(true);
  server.cutNetwork(true);
  await page.reload();
  await page.getByText("Ready: 5 tickets, works offline").waitFor();
  await page.getByRole("button", { name: "Choose another event" }).click();
  await page.getByText("Choosing another event needs a network.").waitFor();
  await startScanning(page);
  await pressFirstResult(page, "Ada");
  await answerOn(page).getByRole("heading", { name: "Let in" }).waitFor();
  await closeAnswer(page);
  await page.getByText("Offline, 1 to send").waitFor();
  await expectToFit(page, "10-offline");
  await page.reload();
  await page.getByText("1 check-in waits to be sent.").waitFor();
  await startScanning(page);
  await page.getByText("1 of 5 in").waitFor();
  await pressFirstResult(page, "Ada");
  await answerOn(page).getByRole("heading", { name: "Already in" }).waitFor();
  await closeAnswer(page);
  await pressFirstResult(page, "Grace");
  await answerOn(page).getByRole("heading", { name: "Let in" }).waitFor();
  server.cutNetwork(false);
  await page.context().setOffline(false);
  await page.getByText("Online", { exact: true }).waitFor();
  await page.getByText("2 of 5 in").waitFor();
  expect(server.receivedIds).toHaveLength(2);
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cachedPaths).toContain("/door");
  expect(cachedPaths.filter((path) => path.startsWith("/api"))).toEqual([]);
});

test("a door that was offline shows a conflict if another door has let in the same guest; a sign-out removes the list", async () => {
  const { page, server } = await openDoorPage();
  await prepareDoor(page);
  await startScanning(page);
  server.cutNetwork(true);
  await pressFirstResult(page, "José");
  await answerOn(page).getByRole("heading", { name: "Let in" }).waitFor();
  await page.getByText("Offline, 1 to send").waitFor();
  const otherCheckIn = { id: crypto.randomUUID(), door: "Back door", deviceId: crypto.randomUUID(), by: "b" };
  server.changeTicket(ticketIdOf(2), {
    checkIns: [{ ...otherCheckIn, at: new Date(Date.now() - 1000).toISOString(), isOffline: false }],
  });
  server.cutNetwork(false);
  await page.getByRole("button", { name: "Menu, 1 to look at" }).waitFor();
  await closeAnswer(page);
  await page.getByRole("button", { name: "Menu, 1 to look at" }).click();
  const menu = page.getByRole("dialog", { name: "Front door" });
  await menu.getByText("José Núñez").waitFor();
  await menu.getByText("Ticket 3 of 3").waitFor();
  await menu.getByText(/ at Back door$/).waitFor();
  await menu.getByText(/ at Front door, offline$/).waitFor();
  await expectToFit(page, "11-conflict");
  await menu.getByRole("button", { name: "Sign out and remove the list" }).click();
  await page.getByText("Sign in to scan tickets").waitFor();
  const storedTicketCount = await page.evaluate(
    (databaseName) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(databaseName);
        request.onerror = () => reject(request.error ?? new Error("No database"));
        request.onsuccess = () => {
          const rowsRequest = request.result.transaction("tickets").objectStore("tickets").getAll();
          rowsRequest.onsuccess = () => resolve(rowsRequest.result.length);
        };
      }),
    adminStorage.doorList,
  );
  expect(storedTicketCount).toBe(0);
});

test("a session that has ended does not stop scanning, and the queue is sent after the sign-in", async () => {
  const { page, server } = await openDoorPage();
  await prepareDoor(page);
  await startScanning(page);
  await page.evaluate(() => localStorage.clear());
  await pressFirstResult(page, "Ada");
  await answerOn(page).getByRole("heading", { name: "Let in" }).waitFor();
  await closeAnswer(page);
  await page.getByText("Signed out, 1 to send").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.waitFor();
  await expectToFit(page, "14-sign-in-again");
  await submitSignIn(page);
  await page.getByText("Online", { exact: true }).waitFor();
  expect(server.receivedIds).toHaveLength(1);
});

test("a check-in without an answer in time is queued, and is sent again until the shop answers", async () => {
  const { page, server } = await openDoorPage();
  await prepareDoor(page);
  await startScanning(page);
  server.ignoreCheckIns(true);
  await pressFirstResult(page, "Ada");
  await answerOn(page).getByRole("heading", { name: "Let in" }).waitFor({ timeout: 1_000 });
  expect(server.receivedIds).toEqual([]);
  await page.waitForRequest(
    (request) =>
      request.url().endsWith("/check-ins") && (request.postData() ?? "").includes('"isOffline":true'),
  );
  server.ignoreCheckIns(false);
  await expect
    .poll(() => server.ticketsById.get(ticketIdOf(0))?.checkIns, { timeout: 40_000 })
    .toHaveLength(1);
  await page.getByText("Online", { exact: true }).waitFor();
});

test("the answer is 'Already in' after a check-in by another door that this door's list does not contain yet", async () => {
  const { page, server } = await openDoorPage();
  await prepareDoor(page);
  await startScanning(page);
  const otherCheckIn = { id: crypto.randomUUID(), door: "Back door", deviceId: crypto.randomUUID(), by: "b" };
  server.changeTicket(ticketIdOf(0), {
    checkIns: [{ ...otherCheckIn, at: new Date(Date.now() - 60_000).toISOString(), isOffline: false }],
  });
  await pressFirstResult(page, "Ada");
  await answerOn(page).getByRole("heading", { name: "Already in" }).waitFor();
  await answerOn(page)
    .getByText(/ at Back door$/)
    .waitFor();
  expect(server.ticketsById.get(ticketIdOf(0))?.checkIns).toHaveLength(1);
});

test("tickets are found and checked in, and a check-in is undone, at the door by keyboard", async () => {
  const { page, sample } = await openDoorPage();
  await prepareDoor(page);
  const focusedButton = (name: string) => page.getByRole("button", { name }).and(page.locator(":focus"));
  for (let i = 0; i < 5 && !(await focusedButton("Start scanning").count()); i++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Short code or name");
  await field.waitFor();
  for (let i = 0; i < 8 && !(await field.and(page.locator(":focus")).count()); i++)
    await page.keyboard.press("Tab");
  // A name may belong to another guest, so Enter only moves the focus to the row of the name.
  await page.keyboard.type("alan");
  await page.keyboard.press("Enter");
  await focusedButton("Alan Turing").waitFor();
  expect(await answerOn(page).count()).toBe(0);
  await field.fill(`${orderNumberPrefix}-1042`);
  await page.getByText("An order is handed over by the code in its mail, or in the back office.").waitFor();
  await field.fill("");
  await page.keyboard.type(sample.tickets[3]?.shortCode ?? "");
  await page.keyboard.press("Enter");
  await answerOn(page).getByText("Alan Turing").waitFor();
  await focusedButton("Next").waitFor();
  // The page ignores a key press in the first half second, because it was meant for the previous answer.
  await page.keyboard.press("Enter");
  expect(await answerOn(page).count()).toBe(1);
  await expect
    .poll(async () => {
      if ((await answerOn(page).count()) > 0) await page.keyboard.press("Enter");
      return answerOn(page).count();
    })
    .toBe(0);
  await field.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("0 of 5 in").waitFor();
});

test("a search shows its result in full, also after several check-ins", async () => {
  const { page } = await openDoorPage();
  await prepareDoor(page);
  await startScanning(page);
  for (const name of ["Ada", "Grace", "José"]) {
    await pressFirstResult(page, name);
    await answerOn(page).getByRole("heading", { name: "Let in" }).waitFor();
    await closeAnswer(page);
  }
  await page.getByRole("list", { name: "Let in during the last minute" }).waitFor();
  await page.getByLabel("Short code or name").fill("Alan");
  await expect(page.getByRole("search").getByRole("button")).toBeInViewport({ ratio: 1 });
});

test("an account that may no longer use the door is offered another sign-in, but can continue to scan", async () => {
  const { page } = await openDoorPage();
  await prepareDoor(page);
  await startScanning(page);
  await page.context().route(/\/api\/door\/events\/\w+\/tickets/, (route) => {
    const error = { code: "permission-denied", message: "Not for you" };
    return route.fulfill({ status: 403, json: { error } });
  });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText("No access").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("dialog", { name: "Please sign in again" }).waitFor();
  await page.keyboard.press("Escape");
  await pressFirstResult(page, "Ada");
  await answerOn(page).getByRole("heading", { name: "Let in" }).waitFor();
});
