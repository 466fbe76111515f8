import type { Page } from "@playwright/test";
import { brand } from "../../shared/site/brand.ts";
import { muteLabel, pourCaption } from "../../shared/site/footer.ts";
import { socialLinks } from "../../shared/site/links.ts";
import { helpLinks } from "../../shared/site/navigation.ts";
import {
  START_DELAY_MS,
  DURATIONS_MS,
  type AnimationState,
} from "../../web/src/shell/footer-animation/states.ts";
import { INTERVAL_MS, SCRAMBLE_MS } from "../../web/src/shell/scramble.ts";
import { expect, test } from "../support/browser-test.ts";
import { escapeRegExp } from "../../infra/local/util/escape-reg-exp.ts";
import { openSite, WITH_MOTION } from "../support/site.ts";

const site = openSite();
/** Shorter than any state of the animation, in ms. */
const STEP_MS = 50;
const stateOf = (page: Page) => page.locator("footer svg[data-state]").getAttribute("data-state");

/** Records how many audio contexts the page creates, and the gains of their nodes. */
const recordSound = (page: Page) =>
  page.addInitScript(() => {
    const recordedSound = { contextCount: 0, gains: [] as number[] };
    Object.assign(window, { recordedSound });
    const { AudioContext: Context, GainNode: Gain } = window;
    window.AudioContext = class extends Context {
      constructor() {
        super();
        recordedSound.contextCount += 1;
      }
    };
    window.GainNode = class extends Gain {
      constructor(context: BaseAudioContext, options?: GainOptions) {
        super(context, options);
        recordedSound.gains.push(options?.gain ?? 1);
      }
    };
  });
const readRecordedSound = (page: Page) =>
  page.evaluate(
    () =>
      (window as typeof window & { recordedSound: { contextCount: number; gains: number[] } }).recordedSound,
  );

/** Opens a page at its footer with a paused clock, which `page.clock.runFor` advances. */
async function visitFooter(options: Parameters<typeof site.visit>[0] = WITH_MOTION) {
  const visitor = await site.visit(options);
  const { page } = visitor;
  await page.clock.install();
  await recordSound(page);
  // When it is idle, the page requests the settings and loads chunks. If they were still loading when `pauseAt` moves the clock
  // forward, they would time out, and the page would log warnings.
  const settingsResponse = page.waitForResponse("**/config.json");
  await page.goto("/terms");
  await (await settingsResponse).finished();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: pourCaption }).scrollIntoViewIfNeeded();
  await page.mouse.move(2, 2);
  await page.clock.pauseAt(Date.now() + 60_000);
  return visitor;
}

/** Advances the clock until the state changes; returns the next state and the time it took in ms. */
async function waitForNextState(page: Page, state: AnimationState) {
  let ms = 0;
  const hasChanged = async () => {
    if ((await stateOf(page)) !== state) return true;
    await page.clock.runFor(STEP_MS);
    ms += STEP_MS;
    return false;
  };
  await expect.poll(hasChanged, { intervals: [5] }).toBe(true);
  return { state: await stateOf(page), ms };
}

test.describe("the footer", () => {
  test("links to the main and the help pages and, in new tabs, to the social networks, and shows the visitor's current year", async () => {
    const { page, problems } = await site.visit();
    await page.clock.setFixedTime("2041-06-01T12:00:00Z");
    await page.goto("/contact");
    const footer = page.getByRole("contentinfo");
    for (const name of [
      "Home",
      "Store",
      "Podcast",
      "Blog",
      "Contact",
      ...helpLinks.map(({ label }) => label),
    ])
      await expect.poll(() => footer.getByRole("link", { name, exact: true }).count()).toBe(1);
    for (const { label: name } of socialLinks)
      await expect.poll(() => footer.getByRole("link", { name }).getAttribute("target")).toBe("_blank");
    await footer.getByText(brand.tagline).waitFor();
    await footer.getByText(`© 2041 ${brand.name}. All Rights Reserved.`, { exact: true }).waitFor();
    await footer.getByRole("link", { name: new RegExp(`^${escapeRegExp(brand.credit.label)}`) }).waitFor();
    // The year is not in the prerendered page, and must not cause a hydration warning.
    expect(problems).toEqual([]);
  });
});

test.describe("the footer animation", () => {
  test("starts when the pointer rests for 300 ms on the bottle or the credit, and not when it leaves earlier", async () => {
    const { page } = await visitFooter();
    const bottle = page.getByRole("button", { name: pourCaption });
    await bottle.hover();
    await expect.poll(() => stateOf(page)).toBe("armed");
    await page.clock.runFor(START_DELAY_MS - STEP_MS);
    await page.mouse.move(2, 2);
    await expect.poll(() => stateOf(page)).toBe("idle");
    await page.clock.runFor(2 * START_DELAY_MS);
    expect(await stateOf(page)).toBe("idle");
    await page.getByRole("link", { name: new RegExp(`^${escapeRegExp(brand.credit.label)}`) }).hover();
    await expect.poll(() => stateOf(page)).toBe("armed");
    expect(await waitForNextState(page, "armed")).toEqual({ state: "tilting", ms: START_DELAY_MS });
    const states = ["tilting", "pouring", "settling", "full", "draining"] as const;
    for (const [index, state] of states.entries()) {
      await page.clock.runFor(DURATIONS_MS[state]);
      await expect.poll(() => stateOf(page)).toBe(states[index + 1] ?? "idle");
    }
    // Without a click, a page may not play sound.
    expect(await readRecordedSound(page)).toEqual({ contextCount: 0, gains: [] });
  });

  test("starts at once on a click, with sound at a gain of 0.5, and ignores a second click", async () => {
    const { page, problems } = await visitFooter();
    const bottle = page.getByRole("button", { name: pourCaption });
    await bottle.click();
    await expect.poll(() => stateOf(page)).toBe("tilting");
    expect(await waitForNextState(page, "tilting")).toMatchObject({ state: "pouring" });
    await page.clock.runFor(DURATIONS_MS.pouring / 2);
    await bottle.click();
    const { state, ms } = await waitForNextState(page, "pouring");
    expect(state).toBe("settling");
    expect(ms).toBeLessThanOrEqual(DURATIONS_MS.pouring / 2);
    await expect.poll(async () => (await readRecordedSound(page)).gains[0]).toBe(0.5);
    expect((await readRecordedSound(page)).contextCount).toBe(1);
    expect(problems).toEqual([]);
  });

  test("can be muted, and stays muted after a reload", async () => {
    const { page } = await visitFooter();
    await page.getByRole("button", { name: muteLabel }).click();
    await page.reload();
    const muteButton = page.getByRole("button", { name: muteLabel });
    await expect.poll(() => muteButton.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: pourCaption }).click();
    await expect.poll(() => stateOf(page)).toBe("tilting");
    await page.clock.runFor(DURATIONS_MS.tilting);
    await expect.poll(() => stateOf(page)).toBe("pouring");
    await page.clock.runFor(DURATIONS_MS.pouring);
    await expect.poll(() => stateOf(page)).toBe("settling");
    expect((await readRecordedSound(page)).gains).toEqual([]);
  });

  test("starts on Enter, and shows the full glass at once with reduced motion", async () => {
    const { page } = await visitFooter({});
    await page.getByRole("button", { name: pourCaption }).press("Enter");
    await expect.poll(() => stateOf(page)).toBe("tilting");
    expect(await waitForNextState(page, "tilting")).toEqual({ state: "full", ms: STEP_MS });
  });
});

test.describe("the credit", () => {
  test("is scrambled every 15 s for at most 1.2 s, with the same accessible name and width", async () => {
    const { page } = await visitFooter();
    const link = page.getByRole("link", { name: new RegExp(`^${escapeRegExp(brand.credit.label)}`) });
    const readShownText = () => link.locator("[aria-hidden=true] > :last-child").innerText();
    /** Advances the clock until the text is scrambled; returns the time it took in ms. */
    const advanceUntilScrambled = async () => {
      let ms = 0;
      const advanceAndRead = async () => {
        await page.clock.runFor(SCRAMBLE_MS / 4);
        ms += SCRAMBLE_MS / 4;
        return readShownText();
      };
      await expect.poll(advanceAndRead, { intervals: [5] }).not.toBe(brand.credit.label);
      return ms;
    };
    await page.clock.runFor(SCRAMBLE_MS);
    await expect.poll(readShownText).toBe(brand.credit.label);
    const width = (await link.boundingBox())?.width;
    await advanceUntilScrambled();
    expect((await link.boundingBox())?.width).toBe(width);
    await expect
      .poll(() =>
        page.getByRole("link", { name: new RegExp(`^${escapeRegExp(brand.credit.label)}`) }).count(),
      )
      .toBe(1);
    await page.clock.runFor(SCRAMBLE_MS);
    await expect.poll(readShownText).toBe(brand.credit.label);
    const msBetween = SCRAMBLE_MS + (await advanceUntilScrambled());
    expect(msBetween).toBeGreaterThanOrEqual(INTERVAL_MS - SCRAMBLE_MS / 2);
    expect(msBetween).toBeLessThanOrEqual(INTERVAL_MS + SCRAMBLE_MS / 2);
  });

  test("is scrambled for the first time when it scrolls into view", async () => {
    const { page } = await site.visit(WITH_MOTION);
    await page.clock.install();
    await page.goto("/");
    await page.locator("footer").waitFor();
    const shownText = page
      .getByRole("link", { name: new RegExp(`^${brand.credit.label}`) })
      .locator("[aria-hidden=true] > :last-child");
    await page.clock.runFor(INTERVAL_MS / 2);
    expect(await shownText.textContent()).toBe(brand.credit.label);
    await shownText.evaluate((label) => label.scrollIntoView());
    let msInView = 0;
    const advanceAndRead = async () => {
      await page.clock.runFor(SCRAMBLE_MS / 6);
      msInView += SCRAMBLE_MS / 6;
      return shownText.textContent();
    };
    await expect.poll(advanceAndRead, { intervals: [50] }).not.toBe(brand.credit.label);
    // A timer that had started with the page would scramble the text later than this.
    expect(msInView).toBeLessThan(INTERVAL_MS / 3);
  });
});
