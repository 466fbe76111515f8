import type { Page } from "@playwright/test";
import { withPictures } from "../../infra/local/console/mail-pages.ts";
import { mailSamples } from "../../infra/mail-samples/mail-samples.ts";
import { qrPicture } from "../../lambdas/mail/qr-picture.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, expectNoSidewaysScroll } from "../support/browser.ts";
import { createClient } from "../support/client.ts";
import { openSite } from "../support/site.ts";
import { waitUntil } from "../support/wait-until.ts";

const site = openSite();
/** The accessibility violations of a mail. A mail needs no landmarks, because a mail client shows it inside a page. */
const violationsOfMail = async (page: Page): Promise<string[]> =>
  (await accessibilityViolations(page)).filter((result) => !/^(landmark-one-main|region):/.test(result));

test("no page in the menu of the local console has an accessibility violation or sideways scrolling", async () => {
  const { page, problems } = await site.visit();
  await createClient({ url: site.url() }).contact({});
  const paths = ["", "mails", "previews", "events", "payments", "dead-letters", "table", "faults"];
  for (const path of paths) {
    await page.goto(`/_local/${path}`);
    // axe cannot check a frame without scripts; the test of the mails below checks the mails.
    await page.evaluate(() => document.querySelector("iframe")?.remove());
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      const place = `${path} at ${width} px`;
      expect(await accessibilityViolations(page), place).toEqual([]);
      await expectNoSidewaysScroll(page, place);
    }
  }
  // Playwright's trace runs a script in every frame, which the sandbox of a mail's frame blocks.
  expect(problems.filter((problem) => !problem.includes("the document's frame is sandboxed"))).toEqual([]);
});

test("a sample of a mail can be previewed in dark colors and at a phone's width", async () => {
  const { page } = await site.visit();
  await page.goto("/_local/previews");
  await page.getByRole("link", { name: /^Refunded in part/ }).click();
  await page.getByRole("link", { name: "Dark" }).click();
  await page.getByRole("link", { name: "375 px" }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "We refunded $12.50" }).waitFor();
  const body = frame.locator("body");
  await expect
    .poll(() => body.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe("rgb(14, 10, 8)");
  expect((await page.locator("iframe").boundingBox())?.width).toBe(375);
  await expect.poll(() => page.getByText("Refunded in total: $37.50").count()).toBe(1);
});

test("a bounced mail is marked, and no further mail is sent to its address", async () => {
  const shop = createClient({ url: site.url() });
  const { page } = await site.visit();
  const user_email = "gone@example.com";
  await shop.contact({ user_email });
  await page.goto("/_local/mails");
  const row = page.getByRole("row").filter({ hasText: user_email });
  await row.getByRole("link").click();
  await page.getByRole("button", { name: "Bounce" }).click();
  await row.getByText("bounced").waitFor();
  await shop.waitUntilIdle();
  expect((await shop.contact({ user_email })).data).toEqual({ autoReply: "failed" });
  await waitUntil(
    "the list has one mail to the address",
    async () => (await shop.mailsTo(user_email)).length === 1,
  );
});

test("no mail has an accessibility violation, a broken image or sideways scrolling, in light and dark colors", async () => {
  const { page } = await site.visit({ viewport: { width: 375, height: 800 } });
  for (const { id, content } of mailSamples(site.url())) {
    const pictures = (content.qrCodes ?? []).map(qrPicture).map((picture) => ({
      contentId: picture.ContentId,
      contentType: picture.ContentType,
      content: picture.RawContent,
    }));
    await page.setContent(withPictures(content.html, pictures));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [600, 375]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `${id}, ${colorScheme}, ${width} px`);
      }
      expect([id, colorScheme, await violationsOfMail(page)]).toEqual([id, colorScheme, []]);
      const brokenImages = await page
        .locator("img")
        .evaluateAll((images: HTMLImageElement[]) =>
          images.filter((image) => image.naturalWidth === 0).map(({ src }) => src),
        );
      expect(brokenImages).toEqual([]);
    }
  }
});
