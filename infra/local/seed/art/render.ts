/** Draws every picture of the seed again: `node infra/local/seed/art/render.ts [name…]`. The results are committed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import { productPictures } from "./pictures.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const media = `${root}infra/local/seed/media/`;
const only = new Set(process.argv.slice(2));
const wanted = (name: string) => only.size === 0 || only.has(name);

/** The best quality that stays within `budget` bytes. */
async function save(picture: Sharp, file: string, budget: number): Promise<void> {
  for (const quality of [80, 72, 64, 56, 48]) {
    const bytes = await picture.clone().webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length > budget && quality > 48) continue;
    writeFileSync(file, bytes);
    return;
  }
}

mkdirSync(media, { recursive: true });
for (const [name, draw] of Object.entries(productPictures)) {
  if (!wanted(name)) continue;
  const full = await sharp(Buffer.from(draw()), { density: 144 }).resize(800, 800).png().toBuffer();
  await save(sharp(full), `${media}${name}.webp`, 34_000);
  await save(sharp(full).resize(400, 400), `${media}${name}-400.webp`, 13_000);
}
