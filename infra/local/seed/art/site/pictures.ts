import { bond, law } from "./blog-bourbon.ts";
import { barrels, ransomware } from "./blog-industry.ts";
import { passwordCracking, securityMindset } from "./blog-security.ts";
import { dev, nora } from "./hosts.ts";
import { icon, placeholder, shareCard } from "./icons.ts";

export type SitePicture = { draw: () => string; width: number; height: number };

const blog = (draw: () => string) => ({ draw, width: 800, height: 450 });
const square = (draw: () => string, side: number) => ({ draw, width: side, height: side });

/** Path under web/public → how to draw it. */
export const sitePictures: Readonly<Record<string, SitePicture>> = {
  "blog/password-cracking.webp": blog(passwordCracking),
  "blog/the-security-mindset.webp": blog(securityMindset),
  "blog/what-the-law-calls-bourbon.webp": blog(law),
  "blog/bottled-in-bond.webp": blog(bond),
  "blog/jack-daniels-maker-ransomware.webp": blog(ransomware),
  "blog/sixteen-million-barrels.webp": blog(barrels),
  "hosts/nora-tolliver.webp": square(nora, 640),
  "hosts/dev-raghavan.webp": square(dev, 640),
  "placeholder-product.png": square(placeholder, 800),
  "icon-192.png": square(() => icon(false, true), 192),
  "icon-512.png": square(() => icon(false, true), 512),
  "icon-maskable-512.png": square(() => icon(true, false), 512),
  "apple-touch-icon.png": square(() => icon(true, false), 180),
  "og-image.png": { draw: shareCard, width: 1200, height: 630 },
};
