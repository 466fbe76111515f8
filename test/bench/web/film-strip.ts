import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import sharp from "sharp";
import { openPhone } from "./page-load.ts";

const FOLDER = join(import.meta.dirname, "../../../.build/film-strip");
/** Ms since the navigation. */
const TIMES_MS = [1000, 1500, 2500, 3500, 5000];
const GAP_PX = 12;

type Frame = { atMs: number; picture: Buffer };

/** Records what the screen shows until the last of the times. */
async function recordFrames(browser: Browser, url: string): Promise<Frame[]> {
  const { page, session } = await openPhone(browser);
  const frames: Frame[] = [];
  let startMs = performance.now();
  session.on("Page.screencastFrame", ({ data, sessionId }) => {
    frames.push({ atMs: performance.now() - startMs, picture: Buffer.from(data, "base64") });
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await session.send("Page.startScreencast", { format: "jpeg", quality: 80 });
  startMs = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  const lastMs = Math.max(...TIMES_MS);
  await new Promise((resolve) => setTimeout(resolve, lastMs - (performance.now() - startMs) + 200));
  await page.context().close();
  return frames;
}

/** Saves five pictures of the page while it loads on a poor phone, and all in one row as `strip.png`. */
export async function takeFilmStrip(browser: Browser, url: string): Promise<void> {
  // The first load fills the edge's cache.
  await recordFrames(browser, url);
  const frames = await recordFrames(browser, url);
  const pictures = TIMES_MS.map((atMs) => frames.findLast((frame) => frame.atMs <= atMs)?.picture);
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  mkdirSync(FOLDER, { recursive: true });
  TIMES_MS.forEach((atMs, index) => writeFileSync(join(FOLDER, `${atMs}-ms.jpg`), pictures[index] ?? ""));
  await sharp({
    create: {
      width: TIMES_MS.length * (width + GAP_PX) - GAP_PX,
      height,
      channels: 3,
      background: "white",
    },
  })
    .composite(
      pictures.map((input, index) => ({
        input: input ?? Buffer.of(),
        left: index * (width + GAP_PX),
        top: 0,
      })),
    )
    .png()
    .toFile(join(FOLDER, "strip.png"));
  console.log(`${url} after ${TIMES_MS.join(", ")} ms: ${FOLDER}`);
}
