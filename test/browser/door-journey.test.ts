import type { Browser, Page } from "@playwright/test";
import type { Product } from "../../shared/product.ts";
import { submitSignIn } from "../support/admin-session.ts";
import { expect, onTestFinished, test } from "../support/browser-test.ts";
import { expectNoSidewaysScroll, newVisitor } from "../support/browser.ts";
import { createClient } from "../support/client.ts";
import { closeAnswer, openBrowserWithFilm, pressFirstResult, startScanning } from "../support/door-page.ts";
import { placeOrder } from "../support/place-order.ts";
import { createProductAdmin } from "../support/product-admin.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const HOUR_MS = 3_600_000;
const EMAIL = "door-journey@example.com";
/** As long as the form allows, without spaces at the end. */
const FRONT_DOOR = "Front door ".padEnd(60, "x");

const answerOn = (page: Page, title: string) =>
  page.getByRole("region", { name: "Answer" }).getByRole("heading", { name: title });

/** Opens the door's page as a new device, ready to scan the tickets of the event. */
async function openDevice(browser: Browser, url: string, event: string, doorName: string): Promise<Page> {
  const { page } = await newVisitor(browser, url, { viewport: { width: 375, height: 667 } });
  await page.goto("/door");
  await submitSignIn(page);
  await page.getByLabel(event).check();
  await page.getByLabel("Name of this door").fill(doorName);
  await page.getByRole("button", { name: "Load the list" }).click();
  await page.getByText(/^Ready: \d+ tickets?, works offline$/).waitFor();
  await expectNoSidewaysScroll(page);
  return page;
}

/**
 * Moves the start of the event to an hour from now, because on its own date it is too far ahead to let guests in. The event
 * gets this date back after the test, because other tests use the same shop.
 */
async function startInAnHour({ id, event }: Product): Promise<void> {
  if (!event) throw new Error("The ticket has no event");
  const admin = createProductAdmin(createClient({ url: site.url() }));
  onTestFinished(async () => void (await admin.change(id, { event })));
  const { doorsAt: _, salesEndAt: __, ...facts } = event;
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString();
  const endsAt = new Date(Date.now() + 3 * HOUR_MS).toISOString();
  await admin.change(id, { event: { ...facts, startsAt, endsAt } });
}

// This test uses the shop's own API, which door.test.ts and door-camera.test.ts simulate.
test("the ticket of a filmed code is let in once, and a ticket that two offline doors let in is shown as a conflict at both", async () => {
  const client = createClient({ url: site.url() });
  const product = site.productOf("ticket");
  await startInAnHour(product);
  await placeOrder(site.url(), product, { name: "Evi Nemeth", email: EMAIL, quantity: 2 });
  await client.waitUntilIdle();
  const mails = await client.mailsTo(EMAIL);
  const [code = ""] = mails.flatMap(({ text }) => /\/ticket#(\w{154})/.exec(text)?.slice(1) ?? []);
  const browser = await openBrowserWithFilm(code);

  const front = await openDevice(browser, site.url(), product.name, FRONT_DOOR);
  const back = await openDevice(browser, site.url(), product.name, "Back door");
  await startScanning(front);
  await answerOn(front, "Let in").waitFor();
  await front.getByText("Online", { exact: true }).waitFor();
  // The device finds the check-in in its list or, if the list is older than the first scan, in the server's answer.
  await startScanning(back);
  await answerOn(back, "Already in").waitFor();
  await back.getByText(new RegExp(` at ${FRONT_DOOR}$`)).waitFor();
  const answer = back.getByRole("region", { name: "Answer" });
  expect(await answer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  for (const device of [front, back]) {
    await device.context().setOffline(true);
    await closeAnswer(device);
    await pressFirstResult(device, "Evi Nemeth");
  }
  // The first result is the ticket that is used already.
  for (const device of [front, back]) await answerOn(device, "Already in").waitFor();
  for (const device of [front, back]) {
    await closeAnswer(device);
    await device.getByLabel("Short code or name").fill("Evi Nemeth");
    await device
      .getByRole("search")
      .getByRole("button", { name: /Let in$/ })
      .click();
    await answerOn(device, "Let in").waitFor();
  }
  for (const device of [front, back]) {
    await device.context().setOffline(false);
    await device.getByText("Online", { exact: true }).waitFor();
  }
  for (const device of [front, back])
    await device.getByRole("button", { name: "Menu, 1 to look at" }).waitFor({ timeout: 25_000 });
});
