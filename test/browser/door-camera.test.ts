import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, newVisitor } from "../support/browser.ts";
import {
  closeAnswer,
  openBrowserWithFilm,
  prepareDoor,
  pressFirstResult,
  savePicture,
  serveDoor,
  startScanning,
  type DoorServer,
} from "../support/door-page.ts";
import { sampleTickets, ticketIdOf, type SampleTickets } from "../support/door-samples.ts";

async function expectAccessibleAndSave(page: Page, name: string): Promise<void> {
  expect(await accessibilityViolations(page), name).toEqual([]);
  await savePicture(page, name, 375);
}

/** What the page has requested from the device. */
type DeviceRequests = {
  cameras: unknown[];
  torches: unknown[];
  wakeLockCount: number;
  vibrations: unknown[];
  /** Frequencies in Hz. */
  tones: unknown[];
  videoTracks: MediaStreamTrack[];
};
const deviceRequestsOf = (page: Page) =>
  page.evaluate(() => {
    const { videoTracks, ...deviceRequests } = (window as typeof window & { deviceRequests: DeviceRequests })
      .deviceRequests;
    return { ...deviceRequests, openedTrackCount: videoTracks.length };
  });

/** Runs in the page. Simulates a phone with two cameras, a torch, vibration, and a screen that can be kept on. */
function simulateAllFeatures(): void {
  const deviceRequests: DeviceRequests = {
    cameras: [],
    torches: [],
    wakeLockCount: 0,
    vibrations: [],
    tones: [],
    videoTracks: [],
  };
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async ({ video } = {}) => {
    const { deviceId, facingMode } = typeof video === "object" ? video : {};
    deviceRequests.cameras.push(deviceId ?? facingMode);
    const stream = await getUserMedia({ video: true });
    deviceRequests.videoTracks.push(...stream.getVideoTracks());
    return stream;
  };
  const camera = (deviceId: string) => ({ kind: "videoinput", deviceId }) as MediaDeviceInfo;
  mediaDevices.enumerateDevices = () => Promise.resolve([camera("wide"), camera("far")]);
  Object.assign(MediaStreamTrack.prototype, {
    getCapabilities: () => ({ torch: true }),
    getSettings: () => ({ deviceId: "wide" }),
    applyConstraints: ({ advanced }: { advanced: unknown[] }) => {
      deviceRequests.torches.push(...advanced);
      return Promise.resolve();
    },
  });
  const wakeLock = {
    request: () => {
      deviceRequests.wakeLockCount++;
      return Promise.resolve({ release: () => Promise.resolve() });
    },
  };
  Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
  Object.defineProperty(navigator, "vibrate", {
    value: (parts: unknown) => deviceRequests.vibrations.push(parts),
  });
  const { OscillatorNode: Oscillator } = window;
  window.OscillatorNode = class extends Oscillator {
    constructor(context: BaseAudioContext, options?: OscillatorOptions) {
      super(context, options);
      deviceRequests.tones.push(options?.frequency);
    }
  };
  Object.assign(window, { deviceRequests });
}

/** Runs in the page. Removes what some browsers or phones do not have; scanning has to work without it. */
function removeOptionalFeatures(): void {
  for (const name of ["vibrate", "wakeLock", "storage"])
    Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, name);
  for (const name of ["AudioContext", "OscillatorNode", "BarcodeDetector"])
    Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(MediaStreamTrack.prototype, "getCapabilities");
  navigator.mediaDevices.enumerateDevices = () => Promise.reject(new Error("Not allowed"));
}

/** Opens a page with a simulated shop, in a browser whose camera films the code that `codeOf` returns. */
async function openWithFilm(
  url: string,
  codeOf: (sample: SampleTickets) => string | Promise<string>,
): Promise<{ page: Page; server: DoorServer }> {
  const sample = await sampleTickets();
  const browser = await openBrowserWithFilm(await codeOf(sample));
  const { page } = await newVisitor(browser, url, { viewport: { width: 375, height: 667 } });
  return { page, server: await serveDoor(page.context(), sample) };
}

test("in a browser without a BarcodeDetector, a library reads the filmed code, and its ticket is let in once", async ({
  shop,
}) => {
  const { page, server } = await openWithFilm(shop.url, ({ codes }) => codes[0] ?? "");
  expect(await page.evaluate(() => "BarcodeDetector" in window)).toBe(false);
  await prepareDoor(page);
  await startScanning(page);
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByRole("heading", { name: "Let in" }).waitFor();
  await answer.getByText("Ada Lovelace").waitFor();
  await closeAnswer(page);
  await expectAccessibleAndSave(page, "15-camera");
  // The code stays in the camera's picture, and is not scanned again.
  await page.getByText("1 of 5 in").waitFor();
  await expect.poll(() => answer.count()).toBe(0);
  expect(server.ticketsById.get(ticketIdOf(0))?.checkIns).toMatchObject([{ isOffline: false }]);
  expect(server.receivedIds).toHaveLength(1);
});

test("a pick-up code shows what to hand over; without a network, the page says that it needs a network", async ({
  shop,
}) => {
  const { page } = await openWithFilm(shop.url, ({ signOrder }) =>
    signOrder("ord_01KAFEXAMP0E00000000000001"),
  );
  const order = { orderId: "ord_01KAFEXAMP0E00000000000001", customer: "Ada Lovelace" };
  const items = [{ name: "Zero Trust Polo, M, Char", quantity: 2 }];
  const context = page.context();
  let hasNetwork = false;
  await context.route("**/api/door/pick-ups/read", (route) =>
    hasNetwork
      ? route.fulfill({ json: { ...order, items, state: "open" } })
      : route.abort("internetdisconnected"),
  );
  await context.route("**/api/door/pick-ups", (route) =>
    route.fulfill({
      json: { orderId: order.orderId, at: new Date().toISOString(), by: "door@example.com" },
    }),
  );
  await prepareDoor(page);
  await startScanning(page);
  const pickUp = page.getByRole("region", { name: "Pick-up" });
  await pickUp.getByText("Orders can be handed over only with a network.").waitFor();
  await expectAccessibleAndSave(page, "12-pick-up-offline");
  hasNetwork = true;
  await page.reload();
  await startScanning(page);
  await pickUp.getByText("Zero Trust Polo, M, Char").waitFor();
  await expectAccessibleAndSave(page, "13-pick-up");
  await pickUp.getByRole("button", { name: "Handed over" }).click();
  await pickUp.getByText(/^Handed over at .* by door@example.com$/).waitFor();
  await expectAccessibleAndSave(page, "14-handed-over");
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
  await prepareDoor(page);
  await startScanning(page);
  await page.getByRole("region", { name: "Answer" }).getByText("Grace Hopper").waitFor();
  expect(
    await page.evaluate(() => (window as typeof window & { calls: { count: number } }).calls.count),
  ).toBe(3);
  // The check-in is sent after the answer is shown.
  await expect.poll(() => server.receivedIds.length).toBe(1);
});

test("light, cameras, sound, vibration and a screen that stays on are used where the phone has them", async ({
  shop,
}) => {
  const { page } = await openWithFilm(shop.url, ({ codes }) => codes[2] ?? "");
  await page.addInitScript(simulateAllFeatures);
  await prepareDoor(page);
  await startScanning(page);
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByRole("heading", { name: "Let in" }).waitFor();
  expect(await deviceRequestsOf(page)).toMatchObject({
    cameras: ["environment"],
    torches: [],
    wakeLockCount: 1,
    vibrations: [[80]],
    tones: [660, 990],
  });
  await closeAnswer(page);
  await pressFirstResult(page, "José");
  await answer.getByRole("heading", { name: "Already in" }).waitFor();
  const { vibrations, tones } = await deviceRequestsOf(page);
  expect([vibrations[1], tones.slice(2)]).toEqual([
    [120, 80, 120, 80, 120],
    [440, 440, 440],
  ]);
  await closeAnswer(page);

  const lightButton = page.getByRole("button", { name: "Light" });
  await lightButton.click();
  await expect(lightButton).toHaveAttribute("aria-pressed", "true");
  await expectAccessibleAndSave(page, "16-light");
  await page.getByRole("button", { name: "Camera", exact: true }).click();
  await expect(lightButton).toHaveAttribute("aria-pressed", "false");
  await expect.poll(async () => (await deviceRequestsOf(page)).openedTrackCount).toBe(2);
  expect((await deviceRequestsOf(page)).cameras).toEqual(["environment", { exact: "far" }]);
  // The phone ends the video track because of a call.
  await page.evaluate(() => {
    (window as typeof window & { deviceRequests: DeviceRequests }).deviceRequests.videoTracks
      .at(-1)
      ?.dispatchEvent(new Event("ended"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(async () => (await deviceRequestsOf(page)).cameras.length).toBe(3);
  expect(await deviceRequestsOf(page)).toMatchObject({ torches: [{ torch: true }], wakeLockCount: 2 });
});

test("scanning works on a phone without light, sound, vibration, a wake lock and a list of cameras", async ({
  shop,
}) => {
  const { page, server } = await openWithFilm(shop.url, ({ codes }) => codes[0] ?? "");
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.addInitScript(removeOptionalFeatures);
  await prepareDoor(page);
  await startScanning(page);
  await page.getByRole("region", { name: "Answer" }).getByRole("heading", { name: "Let in" }).waitFor();
  await closeAnswer(page);
  await page.getByText("1 of 5 in").waitFor();
  await expect(page.getByRole("button", { name: /^(Light|Camera)$/ })).toHaveCount(0);
  expect(errors).toEqual([]);
  expect(server.receivedIds).toHaveLength(1);
});
