import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { brand } from "../../shared/site/brand.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const MOVING = { reducedMotion: "no-preference" } as const;
const stateOf = (page: Page) => page.locator("footer svg[data-state]").getAttribute("data-state");

/** Keeps what the page's sound does: how many contexts were made, when, and with what gain. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard = { contexts: 0, gains: [] as number[] };
    Object.assign(window, { heard });
    const { AudioContext: Context, GainNode: Gain } = window;
    window.AudioContext = class extends Context {
      constructor() {
        super();
        heard.contexts += 1;
      }
    };
    window.GainNode = class extends Gain {
      constructor(context: BaseAudioContext, options?: GainOptions) {
        super(context, options);
        heard.gains.push(options?.gain ?? 1);
      }
    };
  });
const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { contexts: number; gains: number[] } }).heard);

async function visitFooter(options: Parameters<typeof site.visit>[0] = MOVING) {
  const visitor = await site.visit(options);
  await listen(visitor.page);
  await visitor.page.goto("/terms");
  await visitor.page.getByRole("button", { name: "Pour a bourbon" }).scrollIntoViewIfNeeded();
  await visitor.page.mouse.move(2, 2);
  return visitor;
}

describe("the footer", () => {
  test("leads to every page and, in new tabs, to the show elsewhere", async () => {
    const { page } = await visitFooter({});
    const footer = page.getByRole("contentinfo");
    for (const name of [
      "Home",
      "Store",
      "Podcast",
      "Blog",
      "Contact",
      "Privacy",
      "Terms",
      "Shipping & Returns",
    ])
      await expect.poll(() => footer.getByRole("link", { name, exact: true }).count()).toBe(1);
    for (const name of [/YouTube/, /Instagram/, /Spotify/])
      await expect.poll(() => footer.getByRole("link", { name }).getAttribute("target")).toBe("_blank");
    await footer.getByText(brand.tagline).waitFor();
    await footer.getByText(`© ${new Date().getFullYear()} ${brand.name}. All Rights Reserved.`).waitFor();
    await footer.getByRole("link", { name: new RegExp(`^${brand.credit.label}`) }).waitFor();
  });
});

describe("the pour", () => {
  test("starts after a rest of 300 ms on the bottle or the credit, and leaving in time calls it off", async () => {
    const { page } = await visitFooter();
    const bottle = page.getByRole("button", { name: "Pour a bourbon" });
    await bottle.hover();
    await expect.poll(() => stateOf(page), { interval: 10 }).toBe("armed");
    await page.mouse.move(2, 2);
    await expect.poll(() => stateOf(page), { interval: 10 }).toBe("idle");
    await page.waitForTimeout(500);
    await expect.poll(() => stateOf(page)).toBe("idle");
    await page.getByRole("link", { name: new RegExp(`^${brand.credit.label}`) }).hover();
    for (const state of ["armed", "tilting", "pouring", "settling", "full", "draining", "idle"])
      await expect.poll(() => stateOf(page), { interval: 10, timeout: 4_000 }).toBe(state);
    // Nobody has clicked or touched anything yet.
    await expect.poll(() => heard(page)).toEqual({ contexts: 0, gains: [] });
  });

  test("a click pours at once, with sound at 0.5; another one meanwhile changes nothing", async () => {
    const { page, problems } = await visitFooter();
    const bottle = page.getByRole("button", { name: "Pour a bourbon" });
    await bottle.click();
    await expect.poll(() => stateOf(page), { interval: 10, timeout: 4_000 }).toBe("pouring");
    await bottle.click();
    await expect.poll(() => stateOf(page)).toBe("pouring");
    await expect.poll(async () => (await heard(page)).gains[0]).toBe(0.5);
    expect((await heard(page)).contexts).toBe(1);
    await expect.poll(() => stateOf(page), { interval: 10, timeout: 4_000 }).toBe("full");
    expect(problems).toEqual([]);
  });

  test("can be muted, and stays so", async () => {
    const { page } = await visitFooter();
    await page.getByRole("button", { name: "Mute the pour" }).click();
    await page.reload();
    const mute = page.getByRole("button", { name: "Mute the pour" });
    await expect.poll(() => mute.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Pour a bourbon" }).click();
    await expect.poll(() => stateOf(page), { interval: 10, timeout: 4_000 }).toBe("settling");
    expect((await heard(page)).gains).toEqual([]);
  });

  test("answers Enter, and under reduced motion the glass is full at once", async () => {
    const { page } = await visitFooter({});
    await page.getByRole("button", { name: "Pour a bourbon" }).press("Enter");
    await expect.poll(() => stateOf(page), { interval: 5 }).toBe("full");
  });
});

describe("the credit", () => {
  test("scrambles every 15 s for at most 1.2 s, is read as it is, and keeps its width", async () => {
    const { page } = await visitFooter();
    const link = page.getByRole("link", { name: new RegExp(`^${brand.credit.label}`) });
    const shown = () => link.locator("[aria-hidden=true] > :last-child").innerText();
    const width = (await link.boundingBox())?.width;
    const started = Date.now();
    await expect.poll(shown, { interval: 20, timeout: 17_000 }).not.toBe(brand.credit.label);
    expect(Date.now() - started).toBeGreaterThan(11_000);
    expect((await link.boundingBox())?.width).toBe(width);
    await expect
      .poll(() => page.getByRole("link", { name: new RegExp(`^${brand.credit.label}`) }).count())
      .toBe(1);
    await expect.poll(shown, { interval: 20, timeout: 1_500 }).toBe(brand.credit.label);
  });
});
