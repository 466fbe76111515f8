import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { localStage } from "../../infra/example-stages.ts";
import { contactMessages } from "../../shared/contact-messages.ts";
import { links } from "../../shared/site/links.ts";
import { responseTime } from "../../shared/site/response-time.ts";
import { blog } from "../../shared/site/blog.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, toasts } from "../support/browser.ts";
import { createClient } from "../support/client.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const client = () => createClient({ url: site.url() });
test.beforeEach(() => client().setFaults({ mail: "normal" }));

const TEAM = localStage.teamEmail;
const MESSAGE = "Is the polo coming back in forest green?";

async function openContact() {
  const visitor = await site.visit();
  await visitor.page.goto("/contact");
  return visitor;
}
async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Full name").fill("Grace Hopper");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Subject").selectOption({ label: "Merchandise Inquiry" });
  await page.getByLabel("Message").fill(MESSAGE);
}

test("each card of the contact page has the same space between its heading and its text", async () => {
  const { page } = await openContact();
  for (const width of [375, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const spaces = await page
      .getByRole("main")
      .getByRole("list")
      .first()
      .getByRole("listitem")
      .evaluateAll((cards) =>
        cards.map((card) => {
          const [name, value] = card.querySelector("div")?.children ?? [];
          const range = document.createRange();
          if (value) range.selectNodeContents(value);
          return Math.round(range.getBoundingClientRect().top - (name?.getBoundingClientRect().bottom ?? 0));
        }),
      );
    expect(spaces).toHaveLength(4);
    expect(new Set(spaces).size).toBe(1);
  }
});

const submit = (page: Page) => page.getByRole("button", { name: "Send message" }).click();
const fieldValues = (page: Page) =>
  page
    .getByRole("form")
    .locator("input[type=text]:not([name=website]), input[type=email], select, textarea")
    .evaluateAll((all) => all.map((control) => (control as HTMLInputElement).value));
const filledValues = (email: string) => ["Grace Hopper", email, "merchandise", MESSAGE];

/** The mails to the team with this Reply-To address. */
const teamMailsFrom = async (address: string) =>
  (await client().mailsTo(TEAM)).filter(({ replyTo }) => [replyTo].flat().includes(address));

test("a message reaches the team with the visitor as Reply-To, is confirmed by mail, and empties the form", async () => {
  const email = "grace-hopper@example.com";
  const { page, problems } = await openContact();
  await fillForm(page, email);
  const whenReleased = Promise.withResolvers<void>();
  let sentBody: unknown;
  await page.route("**/api/contact", async (route) => {
    sentBody = route.request().postDataJSON();
    await whenReleased.promise;
    await route.continue();
  });
  await submit(page);
  const busyButton = page.getByRole("button", { name: "Sending..." });
  await expect.poll(() => busyButton.isDisabled()).toBe(true);
  await busyButton.click({ force: true });
  whenReleased.resolve();
  await page.getByRole("status").getByText(contactMessages.sent).waitFor();
  expect(contactMessages.sent).toContain(`Our team will respond within ${responseTime}.`);
  await expect.poll(() => fieldValues(page)).toEqual(["", "", "", ""]);
  const { time } = z.parse(z.object({ time: z.iso.datetime() }), sentBody);
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
  const [teamMail, ...otherMails] = await teamMailsFrom(email);
  expect(otherMails).toEqual([]);
  expect([teamMail?.replyTo].flat()).toEqual([email]);
  expect(teamMail?.text).toContain(MESSAGE);
  const [autoReply] = await client().mailsTo(email);
  expect(autoReply?.text).toContain(responseTime);
  expect(autoReply?.text).not.toContain(MESSAGE);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test.describe("the contact form", () => {
  test("shows an error at each invalid field until it is edited, and focuses the first", async () => {
    const { page } = await openContact();
    await submit(page);
    for (const text of ["Full name is required", "Email is required", "Message is required"])
      await expect.poll(() => page.getByText(text, { exact: true }).isVisible()).toBe(true);
    await expect
      .poll(() => page.locator("#contact-subject-error").innerText())
      .toBe("Please select a subject");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("user_name");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Full name").fill("Grace Hopper");
    await expect.poll(() => page.getByText("Full name is required").count()).toBe(0);
    await page.getByLabel("Email").fill("grace");
    await submit(page);
    await expect
      .poll(() => page.getByText("Email format is invalid", { exact: true }).isVisible())
      .toBe(true);
  });

  test("keeps the input after each failure, and sends it when the mail service is up again", async () => {
    const { page } = await openContact();
    await fillForm(page, "jean@example.com");
    const failure = page.getByRole("alert");
    /** Submits, and expects the alert `text` and the unchanged input. `text` must differ from the alert that is shown. */
    const expectFailure = async (text: string) => {
      await submit(page);
      await failure.getByText(text, { exact: true }).waitFor();
      await expect.poll(() => fieldValues(page)).toEqual(filledValues("jean@example.com"));
    };
    await page.route("**/api/contact", (route) => route.abort());
    await expectFailure(contactMessages.failed(links.email.handle));
    for (const [status, text] of [
      [400, contactMessages.invalid],
      [429, contactMessages.unavailable],
    ] as const) {
      await page.unroute("**/api/contact");
      await page.route("**/api/contact", (route) => route.fulfill({ status, json: { message: "No" } }));
      await expectFailure(text);
    }
    await page.unroute("**/api/contact");
    await client().setFaults({ mail: "down" });
    const failedResponse = page.waitForResponse("**/api/contact");
    await expectFailure(contactMessages.failed(links.email.handle));
    expect((await failedResponse).status()).toBe(503);
    await client().setFaults({ mail: "normal" });
    await submit(page);
    await page.getByText(contactMessages.sent).waitFor();
  });

  test("shows success with a note when only the confirmation could not be sent", async () => {
    const { page } = await openContact();
    await client().setFaults({ mail: "auto-reply-down" });
    await fillForm(page, "mary@example.com");
    await submit(page);
    await page.getByRole("status").getByText(contactMessages.sentUnconfirmed).waitFor();
    expect(contactMessages.sentUnconfirmed).toContain("may not have been delivered");
    await expect.poll(() => fieldValues(page)).toEqual(["", "", "", ""]);
  });
});

test("a bot that fills the hidden field sees success, but no mail is sent", async () => {
  const { page } = await openContact();
  await fillForm(page, "bot@example.com");
  const honeypot = page.locator("input[name=website]");
  const box = await honeypot.boundingBox();
  expect(box === null || box.x + box.width < 0).toBe(true);
  await expect.poll(() => page.getByRole("textbox", { name: "Website" }).count()).toBe(0);
  await honeypot.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
      input,
      "https://spam.example",
    );
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await submit(page);
  await page.getByText(contactMessages.sent).waitFor();
  expect(await teamMailsFrom("bot@example.com")).toEqual([]);
  expect(await client().mailsTo("bot@example.com")).toEqual([]);
});

test("when a message fails after the visitor has left, the next page says so, and the form keeps the message", async () => {
  const email = "left-early@example.com";
  const { page } = await openContact();
  await fillForm(page, email);
  await page.reload();
  await expect.poll(() => fieldValues(page)).toEqual(filledValues(email));
  const whenReleased = Promise.withResolvers<void>();
  await page.route("**/api/contact", async (route) => {
    await whenReleased.promise;
    await route.fulfill({ status: 500, body: "" });
  });
  await submit(page);
  await page.getByRole("button", { name: "Sending..." }).waitFor();
  await page.getByRole("link", { name: "Blog" }).first().click();
  await page.getByRole("heading", { level: 1, name: blog.heading }).waitFor();
  whenReleased.resolve();
  await toasts(page).getByText(contactMessages.failed(links.email.handle)).waitFor();
  await page.goBack();
  await expect.poll(() => fieldValues(page)).toEqual(filledValues(email));

  // A visitor who comes back meanwhile sees that the message is being sent, and does not send it twice.
  const whenSent = Promise.withResolvers<void>();
  await page.unroute("**/api/contact");
  await page.route("**/api/contact", async (route) => {
    await whenSent.promise;
    await route.fulfill({ json: { autoReply: "sent" } });
  });
  await submit(page);
  await page.getByRole("link", { name: "Blog" }).first().click();
  await page.getByRole("heading", { level: 1, name: blog.heading }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Sending..." }).waitFor();
  whenSent.resolve();
  await page.getByRole("status").getByText(contactMessages.sent).waitFor();
  await expect.poll(() => fieldValues(page)).not.toEqual(filledValues(email));
});
