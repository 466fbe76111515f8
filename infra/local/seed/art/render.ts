/** Draws every picture again, or those named: `node infra/local/seed/art/render.ts [name…]`. The results are committed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import { productPictures } from "./pictures.ts";
import { sitePictures } from "./site/pictures.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const media = `${root}infra/local/seed/media/`;
const site = `${root}web/public/`;
const only = new Set(process.argv.slice(2));
const wanted = (name: string) => only.size === 0 || only.has(name);

/** Twice the size first, so that fine lettering keeps its edges. */
const drawn = (svg: string, width: number, height: number) =>
  sharp(Buffer.from(svg), { density: 144 }).resize(width, height).png().toBuffer();

/** WebP at the best quality that stays within `budget` bytes. */
async function saveWebp(picture: Sharp, file: string, budget: number): Promise<void> {
  for (const quality of [82, 76, 70, 62, 54]) {
    const bytes = await picture.clone().webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length > budget && quality > 54) continue;
    writeFileSync(file, bytes);
    return;
  }
}

for (const [name, draw] of Object.entries(productPictures)) {
  if (!wanted(name)) continue;
  mkdirSync(media, { recursive: true });
  const full = await drawn(draw(), 800, 800);
  await saveWebp(sharp(full), `${media}${name}.webp`, 36_000);
  await saveWebp(sharp(full).resize(400, 400), `${media}${name}-400.webp`, 13_000);
}

for (const [name, { draw, width, height }] of Object.entries(sitePictures)) {
  if (!wanted(name)) continue;
  mkdirSync(dirname(site + name), { recursive: true });
  const full = sharp(await drawn(draw(), width, height));
  if (name.endsWith(".webp")) {
    await saveWebp(full, site + name, 45_000);
    const half = Math.round(width / 2);
    await saveWebp(full.clone().resize(half), site + name.replace(".webp", `-${half}.webp`), 18_000);
  } else await full.png({ palette: true, colours: 192, effort: 10, compressionLevel: 9 }).toFile(site + name);
}
