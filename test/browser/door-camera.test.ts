import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, onTestFinished, test } from "../support/browser-test.ts";
import { accessibilityViolations, newVisitor, openBrowser } from "../support/browser.ts";
import { getReady, serveDoor, startScanning, type DoorServer } from "../support/door-page.ts";
import { sampleTickets, ticketIdOf, type SampleTickets } from "../support/door-samples.ts";
import { filmCode } from "../support/filmed-code.ts";

/** Set to a folder to keep a picture of each state. */
const PICTURES = process.env["DOOR_PICTURES"];

async function takePicture(page: Page, name: string): Promise<void> {
  expect(await accessibilityViolations(page), name).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-375.png` });
}

/** Opens the door in a browser whose camera sees `code`. */
async function openWithFilm(
  url: string,
  codeOf: (sample: SampleTickets) => string | Promise<string>,
): Promise<{ page: Page; server: DoorServer }> {
  const sample = await sampleTickets();
  const folder = mkdtempSync(join(tmpdir(), "door-film-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const film = join(folder, "code.y4m");
  filmCode(film, await codeOf(sample));
  const browser = await openBrowser([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  onTestFinished(() => browser.close());
  const { page } = await newVisitor(browser, url, { viewport: { width: 375, height: 667 } });
  return { page, server: await serveDoor(page.context(), sample) };
}

test("a filmed code is let in once, with the package for browsers without a BarcodeDetector", async ({
  shop,
}) => {
  const { page, server } = await openWithFilm(shop.url, ({ codes }) => codes[0] ?? "");
  expect(await page.evaluate(() => "BarcodeDetector" in window)).toBe(false);
  await getReady(page);
  await startScanning(page);
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByRole("heading", { name: "Let in" }).waitFor();
  await answer.getByText("Ada Lovelace").waitFor();
  await page.keyboard.press("Escape");
  await takePicture(page, "15-camera");
  // The code stays in the picture: it is not scanned again.
  await page.getByText("1 of 5 in").waitFor();
  await expect.poll(() => answer.count()).toBe(0);
  expect(server.table.get(ticketIdOf(0))?.checkIns).toMatchObject([{ isOffline: false }]);
  expect(server.received).toHaveLength(1);
});

test("an order that is picked up shows what to hand over; without a network it says that it needs one", async ({
  shop,
}) => {
  const { page } = await openWithFilm(shop.url, ({ signOrder }) =>
    signOrder("ord_01KAFEXAMP0E00000000000001"),
  );
  const order = { orderId: "ord_01KAFEXAMP0E00000000000001", customer: "Ada Lovelace" };
  const items = [{ name: "Zero Trust Polo, M, Char", quantity: 2 }];
  const context = page.context();
  const isAnswered = { read: false };
  await context.route("**/api/door/pick-ups/read", (route) =>
    isAnswered.read
      ? route.fulfill({ json: { ...order, items, state: "open" } })
      : route.abort("internetdisconnected"),
  );
  await context.route("**/api/door/pick-ups", (route) =>
    route.fulfill({
      json: { orderId: order.orderId, at: new Date().toISOString(), by: "door@example.com" },
    }),
  );
  await getReady(page);
  await startScanning(page);
  const pickUp = page.getByRole("region", { name: "Pick-up" });
  await pickUp.getByText("Orders can be handed over only with a network.").waitFor();
  await takePicture(page, "12-pick-up-offline");
  isAnswered.read = true;
  await page.reload();
  await startScanning(page);
  await pickUp.getByText("Zero Trust Polo, M, Char").waitFor();
  await takePicture(page, "13-pick-up");
  await pickUp.getByRole("button", { name: "Handed over" }).click();
  await pickUp.getByText(/^Handed over at .* by door@example.com$/).waitFor();
  await takePicture(page, "14-handed-over");
});

test("the browser's own BarcodeDetector is used where it reads QR codes, and replaced when it fails", async ({
  shop,
}) => {
  const { page, server } = await openWithFilm(shop.url, ({ codes }) => codes[1] ?? "");
  await page.addInitScript(() => {
    const calls = { count: 0 };
    class Detector {
      static getSupportedFormats = () => Promise.resolve(["ean_13", "qr_code"]);
      detect = () => {
        calls.count++;
        return calls.count < 3 ? Promise.resolve([]) : Promise.reject(new Error("The service has stopped"));
      };
    }
    Object.assign(window, { BarcodeDetector: Detector, calls });
  });
  await getReady(page);
  await startScanning(page);
  await page.getByRole("region", { name: "Answer" }).getByText("Grace Hopper").waitFor();
  expect(
    await page.evaluate(() => (window as typeof window & { calls: { count: number } }).calls.count),
  ).toBe(3);
  expect(server.received).toHaveLength(1);
});
