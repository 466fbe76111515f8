/** Opens /door with a simulated shop that answers by the contract in shared/api-tickets.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { BodyInput } from "../../shared/endpoint.ts";
import type { doorApi } from "../../shared/api-tickets.ts";
import { openBrowser } from "./browser.ts";
import { expect, onTestFinished } from "./browser-test.ts";
import { submitSignIn } from "./admin-session.ts";
import type { SampleTickets } from "./door-samples.ts";
import { createFakeShop } from "./fake-door-shop.ts";
import { filmCode } from "./filmed-code.ts";

export type DoorServer = ReturnType<typeof createFakeShop> & {
  /** With true, all requests of doors fail until the next call with false. */
  cutNetwork: (isCut: boolean) => void;
  /** Check-ins that are sent after a call with true get no answer; those after a call with false get one. */
  ignoreCheckIns: (areIgnored: boolean) => void;
};

/** The folder in which a picture of each state is saved. If it is not set, no pictures are taken. */
const PICTURES = process.env["DOOR_PICTURES"];

/** Saves a picture of the page as `<name>-<width>.png`. `width` is in px. */
export async function savePicture(page: Page, name: string, width: number): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${width}.png` });
}

/** Opens a browser whose camera films `code`. Closes the browser after the test. */
export async function openBrowserWithFilm(code: string): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "door-film-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const film = join(folder, "code.y4m");
  filmCode(film, code);
  const browser = await openBrowser([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  onTestFinished(() => browser.close());
  return browser;
}

/** Answers the door's endpoints in each page of `context`. While the network is cut, calls fail. */
export async function serveDoor(context: BrowserContext, sample: SampleTickets): Promise<DoorServer> {
  const server = createFakeShop(sample, Date.now);
  let isCut = false;
  let areIgnored = false;
  await context.route(/\/api\/(door|tickets)\//, async (route) => {
    if (isCut) return route.abort("internetdisconnected");
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/tickets/keys") return route.fulfill({ json: await server.endpoints.listKeys() });
    if (pathname === "/api/door/events") return route.fulfill({ json: await server.endpoints.listEvents() });
    // /api/door/events/{id}/tickets or /api/door/events/{id}/check-ins
    const id = pathname.split("/")[4] ?? "";
    const since = searchParams.get("since");
    if (pathname.endsWith("/tickets"))
      return route.fulfill({ json: await server.endpoints.listTickets(id, since ? { since } : {}) });
    // A request without an answer stays open until the page's time-out.
    if (pathname.endsWith("/check-ins") && areIgnored) return;
    if (pathname.endsWith("/check-ins")) {
      const body = request.postDataJSON() as BodyInput<typeof doorApi.checkIn>;
      const isGuestWaiting = true;
      return route.fulfill({
        json: await server.endpoints.checkIn({ params: { id }, body }, isGuestWaiting),
      });
    }
    return route.fallback();
  });
  return { ...server, cutNetwork: (next) => (isCut = next), ignoreCheckIns: (next) => (areIgnored = next) };
}

/** Signs in, chooses the first event, and waits until the page works offline. */
export async function prepareDoor(page: Page): Promise<void> {
  await page.goto("/door");
  await submitSignIn(page);
  await page.getByRole("heading", { name: "Which event?" }).waitFor();
  await page.getByLabel("Name of this door").fill("Front door");
  await page.getByRole("button", { name: "Load the list" }).click();
  await page.getByText(/^Ready: \d+ tickets, works offline$/).waitFor();
}
export async function startScanning(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start scanning" }).click();
  await page.getByLabel("Short code or name").waitFor();
}

/** Searches for a name or short code, and presses the first result. The door then answers for this ticket. */
export async function pressFirstResult(page: Page, nameOrCode: string): Promise<void> {
  await page.getByLabel("Short code or name").fill(nameOrCode);
  await page.getByRole("search").getByRole("button").first().click();
}

/** Presses Escape until the answer closes, because an answer ignores keys in its first half second. */
export async function closeAnswer(page: Page): Promise<void> {
  const answer = page.getByRole("region", { name: "Answer" });
  await expect
    .poll(async () => {
      await page.keyboard.press("Escape");
      return answer.count();
    })
    .toBe(0);
}
