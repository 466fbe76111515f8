import { expect, onTestFinished, test } from "../support/browser-test.ts";
import { focusedText, accessibilityViolations } from "../support/browser.ts";
import { browserStorage } from "../../shared/browser-storage.ts";
import { messages } from "../../shared/messages.ts";
import { PAYMENT_PAGE_MS } from "../../shared/payment-page.ts";
import { paymentMessages } from "../../shared/payment-messages.ts";
import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { contact } from "../../shared/site/contact.ts";
import { store } from "../../shared/site/store.ts";
import * as buyer from "../support/buyer.ts";
import { createClient, newOrder } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

test.describe("the checkout", () => {
  test("does not redirect a visitor who has left it, and opens the same payment page until the order changes", async () => {
    const { page } = await site.visit();
    const flask = site.productOf("yetiflask");
    await buyer.openCheckout(page, [buyer.lineOf(flask)]);
    await buyer.fillForm(page);
    const delayedCheckout = await delayResponse(page, "**/api/checkout/sessions", "POST");
    await buyer.completePurchase(page);
    await delayedCheckout.received;
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Store" }).click();
    await page.getByRole("heading", { name: store.heading, level: 1 }).waitFor();
    await delayedCheckout.release();
    // The page stores the session when it handles the response.
    const readSessionId = () =>
      page.evaluate(
        (key) => /cs_\w+/.exec(sessionStorage.getItem(key) ?? "")?.[0],
        browserStorage.checkoutAttempt,
      );
    await expect.poll(readSessionId).toBeDefined();
    const sessionId = await readSessionId();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" }).click();
    await page.getByRole("heading", { name: contact.heading, level: 1 }).waitFor();
    await page.goBack();
    await page.goBack();
    expect(await buyer.goToPayment(page)).toBe(sessionId);

    await page.goBack();
    await page.getByRole("button", { name: "Complete Purchase" }).waitFor();
    await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Ada");
    expect(await buyer.goToPayment(page)).toBe(sessionId);
    await page.goBack();
    await page.getByLabel("Company").fill("Analytical Ltd");
    expect(await buyer.goToPayment(page)).not.toBe(sessionId);
    const sessions = await buyer.sessionsOf(site.url());
    expect(sessions.find(({ id }) => id === sessionId)?.status).toBe("expired");
  });

  test("can be sent again if the payment page did not open, and then opens the same payment page", async () => {
    const { page } = await site.visit();
    await page.clock.install();
    await buyer.openCheckout(page, [buyer.lineOf(site.productOf("yetiflask"))]);
    await buyer.fillForm(page);
    const stoppedNavigation = Promise.withResolvers<string>();
    const paymentPages = "**/_local/pay/*";
    await page.route(paymentPages, async (route) => {
      await route.fulfill({ status: 204 });
      stoppedNavigation.resolve(route.request().url());
    });
    await buyer.completePurchase(page);
    const sessionId = new URL(await stoppedNavigation.promise).pathname.split("/").at(-1);
    await page.clock.runFor(10_000);
    const message = page.getByRole("alert").getByText(checkoutMessages.paymentPageNotOpened);
    await message.waitFor();
    await expect(page.getByRole("button", { name: "Complete Purchase" })).not.toHaveAttribute("aria-busy");
    // The browser may restore the page like this after a payment page that opened late.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await message.waitFor({ state: "hidden" });
    await page.unroute(paymentPages);
    expect(await buyer.goToPayment(page)).toBe(sessionId);
  });

  test("keeps changes that another tab makes in the cart, and charges nothing before the visitor has seen them", async () => {
    const { page } = await site.visit();
    const [polo, flask] = [site.productOf("polos"), site.productOf("yetiflask")];
    const outdatedLine = buyer.lineOf({ ...polo, price: polo.price - 3 });
    await buyer.openCheckout(page, [outdatedLine]);
    await buyer.fillForm(page);
    const otherTab = await page.context().newPage();
    const delayedCheckout = await delayResponse(page, "**/api/checkout/sessions", "POST");
    await buyer.completePurchase(page);
    await delayedCheckout.received;
    await buyer.storeCart(otherTab, JSON.stringify([outdatedLine, buyer.lineOf(flask)]));
    await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
    await delayedCheckout.release();
    const cartChangedAlert = page.getByRole("alert").getByText(checkoutMessages.cartChangedMeanwhile);
    await cartChangedAlert.waitFor();

    await buyer.storeCart(otherTab, JSON.stringify([outdatedLine]));
    await page.getByRole("heading", { name: "Your Cart (1)" }).waitFor();
    await buyer.completePurchase(page);
    const acceptButton = page.getByRole("button", { name: "Accept Changes" });
    await acceptButton.waitFor();
    const delayedCatalog = await delayResponse(page, "**/api/products", "GET");
    await acceptButton.click();
    await delayedCatalog.received;
    await buyer.storeCart(otherTab, JSON.stringify([outdatedLine, buyer.lineOf(flask)]));
    await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
    await delayedCatalog.release();
    await acceptButton.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "Your Cart (2)" }).waitFor();
    const nextDelayedCheckout = await delayResponse(page, "**/api/checkout/sessions", "POST");
    await buyer.completePurchase(page);
    await nextDelayedCheckout.received;
    await buyer.storeCart(otherTab, "[]");
    await page.getByText("Your cart is empty.").waitFor();
    await nextDelayedCheckout.release();
    await page.getByRole("link", { name: "Browse Merchandise" }).click();
    await page.getByRole("heading", { name: store.heading, level: 1 }).waitFor();
  });

  test("keeps cart and form after a declined card and a cancelled payment, and then takes the payment", async () => {
    const { page } = await site.visit();
    const tee = await createClient({ url: site.url() }).createProduct({ name: "Second Try Tee" });
    const readStock = async () => (await buyer.productsOf(site.url())).find(({ id }) => id === tee.id)?.stock;
    await buyer.openCheckout(page, [buyer.lineOf(tee)]);
    await buyer.fillForm(page);
    await buyer.goToPayment(page);
    await page.getByRole("button", { name: "Decline card" }).click();
    await page
      .getByText(/declined/i)
      .first()
      .waitFor();
    await page.getByText("Back to the shop").click();
    await page.getByRole("heading", { name: "Payment Cancelled" }).waitFor();
    await expect.poll(() => page.getByText("No charges have been made to your account.").count()).toBe(1);
    await expect.poll(readStock, { timeout: 15_000, intervals: [500] }).toBe(tee.stock);
    expect(await accessibilityViolations(page)).toEqual([]);
    // Simulates that the session is released after the checkout was rendered, and before it asks for the session's payment.
    await page.evaluate((key) => {
      const releasedAttempt = sessionStorage.getItem(key) ?? "";
      sessionStorage.setItem(key, releasedAttempt.replace("{", '{"sessionId":"cs_released",'));
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes("Checking your last payment")) return;
        sessionStorage.setItem(key, releasedAttempt);
        observer.disconnect();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    }, browserStorage.checkoutAttempt);
    await page.getByRole("link", { name: "Return to Checkout" }).click();
    await page.getByLabel("First name").waitFor();
    await expect.poll(() => page.getByLabel("Last name").inputValue()).toBe("Lovelace");
    await buyer.goToPayment(page);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  });

  test("leads back from an expired payment page to the kept cart and form, and then takes the payment", async () => {
    const { page } = await site.visit();
    await buyer.openCheckout(page, [buyer.lineOf(site.productOf("yetiflask"))]);
    await buyer.fillForm(page);
    const sessionId = await buyer.goToPayment(page);
    await buyer.actOnSession(site.url(), sessionId, "expire");
    await page.reload();
    await page.clock.setSystemTime(Date.now() + PAYMENT_PAGE_MS);
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await page.getByRole("heading", { name: "Payment Expired" }).waitFor();
    await page.getByText("1 item is still in your cart").waitFor();
    await page.getByRole("link", { name: "Return to Checkout" }).click();
    await expect(page.getByLabel("Last name")).toHaveValue("Lovelace");
    expect(await buyer.goToPayment(page)).not.toBe(sessionId);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  });

  test("shows that the order is paid when another tab has paid it, also on the cancel page", async () => {
    const { page } = await site.visit();
    await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"))]);
    await buyer.fillForm(page);
    const sessionId = await buyer.goToPayment(page);
    await page.goBack();
    await page.getByRole("button", { name: "Complete Purchase" }).waitFor();
    await buyer.actOnSession(site.url(), sessionId, "pay");
    // The open page learns of the payment only when it sends the order.
    await page.getByLabel("Company").fill("Analytical Ltd");
    await buyer.completePurchase(page);
    await page.getByRole("alert").getByText("This order has already been paid.").waitFor();
    await page.getByRole("link", { name: "See its receipt" }).click();
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();

    await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"))]);
    await buyer.fillForm(page);
    const nextSessionId = await buyer.goToPayment(page);
    await buyer.actOnSession(site.url(), nextSessionId, "pay");
    await page.goto("/checkout/cancel");
    await page.getByRole("heading", { name: "This order has already been paid." }).waitFor();
    await page.goto("/checkout");
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  });

  test("shows the receipt after 'Try Again' if the first verification failed, and takes no second payment", async () => {
    const { page } = await site.visit();
    await buyer.openCheckout(page, [buyer.lineOf(site.productOf("yetiflask"))]);
    await buyer.fillForm(page);
    const sessionCount = (await buyer.sessionsOf(site.url())).length;
    await page.route("**/api/payments/verify", (route) => route.fulfill({ status: 502, body: "no" }));
    await buyer.goToPayment(page);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByRole("heading", { name: "Payment Verification Failed" }).waitFor();
    await page.locator("main").getByText(paymentMessages.verifyFailed).waitFor();
    await page.unrouteAll();
    await page.getByRole("link", { name: "Try Again" }).click();
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
    expect(await buyer.cartOf(page)).toEqual([]);
    await page.goto("/checkout");
    await page.getByText(checkoutMessages.yourCartIsEmpty).waitFor();
    expect((await buyer.sessionsOf(site.url())).length).toBe(sessionCount + 1);
  });

  test("does not say that the verification failed if only the code of the receipt cannot be loaded", async () => {
    const { page } = await site.visit();
    await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"))]);
    await buyer.fillForm(page);
    await buyer.goToPayment(page);
    await page.route("**/assets/payment-details-*", (route) => route.abort());
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByRole("main").getByText(messages.partMissing).waitFor();
    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try Again" })).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByRole("heading", { name: "Receipt", exact: true }).waitFor();
  });

  test("asks before leaving a form with changes, fills it again on return, and sends one order on a double click", async () => {
    const { page } = await site.visit();
    await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"))]);
    await page.getByLabel("First name").fill("Ada");
    // The script of the dialog is loaded together with the field for a discount code, after the form.
    await page.getByLabel("Discount code").waitFor();
    await page.getByRole("link", { name: "Back to Merchandise" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("You have unsaved changes. Are you sure you want to leave?").waitFor();
    await dialog.getByText("Your cart stays in this browser").waitFor();
    await expect.poll(() => focusedText(page)).toBe("Stay");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/checkout");
    await page.getByRole("link", { name: "Back to Merchandise" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/store$/);
    await page.goBack();
    await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Ada");

    await buyer.fillForm(page);
    let callCount = 0;
    await page.route("**/api/checkout/sessions", () => void callCount++);
    const purchaseButton = page.getByRole("button", { name: "Complete Purchase" });
    await purchaseButton.dblclick();
    await page.getByLabel("First name").press("Enter");
    await expect.poll(async () => [await purchaseButton.isDisabled(), callCount]).toEqual([true, 1]);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect.poll(() => purchaseButton.isDisabled()).toBe(false);
  });
});

test("a delayed payment keeps the cart if it fails, and changes the page to the receipt if it succeeds", async () => {
  const { page } = await site.visit();
  const payLater = async (): Promise<string> => {
    const sessionId = await buyer.goToPayment(page);
    await page.getByRole("button", { name: "Pay later" }).click();
    await page.getByRole("heading", { name: "Your payment is being processed" }).waitFor();
    await expect.poll(() => buyer.cartOf(page)).toHaveLength(1);
    return sessionId;
  };
  await buyer.openCheckout(page, [buyer.lineOf(site.productOf("shirts"))]);
  await buyer.fillForm(page);
  const failingSessionId = await payLater();
  expect(await accessibilityViolations(page)).toEqual([]);
  await buyer.actOnSession(site.url(), failingSessionId, "fail-later");
  await page.getByRole("heading", { name: "Payment Failed" }).waitFor({ timeout: 20_000 });
  await expect.poll(() => buyer.cartOf(page)).toHaveLength(1);
  await buyer.waitForMail(site.url(), "ada@example.com", "Your payment did not go through");
  await page.getByRole("link", { name: "Try Again" }).click();

  const succeedingSessionId = await payLater();
  expect(succeedingSessionId).not.toBe(failingSessionId);
  await buyer.actOnSession(site.url(), succeedingSessionId, "settle");
  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor({ timeout: 20_000 });
  await expect.poll(() => buyer.cartOf(page)).toEqual([]);
});

test("the success page shows what is wrong, and tries three times when the server cannot be reached", async () => {
  const { page } = await site.visit();
  await page.goto("/checkout/success");
  await page.getByText("No session ID found in URL").waitFor();
  await page.goto("/checkout/success?session_id=cs_test_nobody&orderData=%7Boops");
  await page.getByRole("heading", { name: "Payment Verification Failed" }).waitFor();
  await page.locator("main").getByText("Failed to verify payment").waitFor();
  // Text beside an icon is not centered.
  await expect(page.getByText("Error loading order details")).toHaveCSS("text-align", "start");
  await expect.poll(() => page.getByRole("link", { name: "Return Home" }).getAttribute("href")).toBe("/");
  await expect
    .poll(() => page.getByRole("link", { name: "Try Again" }).getAttribute("href"))
    .toBe("/checkout");
  expect(await accessibilityViolations(page)).toEqual([]);

  // An id that the API refuses, such as one that was cut off.
  await page.goto("/checkout/success?session_id=cs_");
  await page.locator("main").getByText("Failed to verify payment").waitFor();

  let requestCount = 0;
  await page.route("**/api/payments/verify", (route) => {
    requestCount += 1;
    return route.abort();
  });
  await page.goto("/checkout/success?session_id=cs_test_nobody");
  await page.getByText("An error occurred while verifying your payment").waitFor();
  expect(requestCount).toBe(3);
  await expect.poll(() => page.getByRole("button", { name: "Check Again" }).isVisible()).toBe(true);
});

test("the checkout shows an error while Stripe is down, and the same button works afterwards", async () => {
  const { page } = await site.visit();
  const flask = site.productOf("yetiflask");
  await buyer.openCheckout(page, [buyer.lineOf(flask)]);
  await buyer.fillForm(page);
  await site.client.setFaults({ stripe: "down" });
  onTestFinished(() => site.client.setFaults({ stripe: "normal" }));
  await buyer.completePurchase(page);
  await page.getByText("An error occurred during checkout. Please try again.").waitFor({ timeout: 40_000 });
  await site.client.setFaults({ stripe: "normal" });
  await buyer.goToPayment(page);
});

test.describe("the checkout while many people buy", () => {
  test("solves the proof of work and opens the payment page", async () => {
    const client = createClient({ url: site.url() });
    const ticket = await client.createProduct({ name: "Live Show", category: "ticket", stock: 4 });
    await client.setFaults({ limits: "strict" });
    onTestFinished(() => client.setFaults({ limits: "normal" }));
    for (const from of ["127.0.8.1", "127.0.8.2"])
      expect((await client.checkout(newOrder([ticket, 1]), { from })).status).toBe(200);
    const { page } = await site.visit();
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/api/checkout/sessions")) statuses.push(response.status());
    });
    await buyer.openCheckout(page, [buyer.lineOf(ticket)]);
    await buyer.fillForm(page);
    const sessionId = await buyer.goToPayment(page);
    expect(statuses).toEqual([429, 200]);
    const storedSession = (await buyer.sessionsOf(site.url())).find(({ id }) => id === sessionId);
    expect(storedSession?.status).toBe("open");
    const [cookie] = await page.context().cookies(`${site.url()}/api/checkout/sessions`);
    expect(cookie).toMatchObject({ name: "visitor", httpOnly: true, sameSite: "Strict" });
  });
});
