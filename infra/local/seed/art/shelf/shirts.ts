import { brandInk, colourways } from "../colourways.ts";
import { tee, type Tee } from "../garments/tee.ts";
import { letters } from "../lettering.ts";
import { mark } from "../mark.ts";
import { bondedSeal, leakingBarrel, rickhouse, sizedPrint } from "../prints/drawings.ts";
import { hexDump, leastPrivilege, proofOfWork, running, sudoPour } from "../prints/lettered.ts";
import { scene, type Scene } from "../scene.ts";

const neckLabel = (way: Tee["way"]) => mark(400, 195, 20, { ink: colourways[way].dark, coils: false });

const shot =
  (garment: Tee, crop: Scene["crop"] = [46, 72, 708, 708]) =>
  () =>
    scene({ ...tee({ ...garment, label: neckLabel(garment.way) }), crop });

const sudo = (way: Tee["way"]): Tee => ({ way, print: sudoPour(400, 352, brandInk.cream, brandInk.viper) });
const dark: Tee = {
  way: "oak",
  print: sizedPrint(rickhouse(400, 240, "#F7EDE0", "#FFC56E"), 0.78, 400, 260),
};
const hex: Tee = {
  way: "cream",
  print: sizedPrint(hexDump(218, 330, colourways.cream.ink, "#A65A12"), 0.84, 400, 330),
};
const least: Tee = { way: "slate", print: leastPrivilege(400, 350, "#EFE9DF", "#FFC56E") };
const angels = (way: Tee["way"]): Tee => ({
  way,
  print: sizedPrint(leakingBarrel(400, 230, "#F3E8D8", "#FFC56E"), 0.82, 400, 270),
});
const sleeve: Tee = {
  way: "char",
  sleeves: "long",
  print: `${mark(492, 322, 74, { ink: brandInk.cream, snake: brandInk.viper })}${running(646, 318, 78.5, "ZERO TRUST, FULL PROOF", brandInk.cream, 18.5, brandInk.viper)}`,
};

export const pictures = {
  "sudo-pour-tee": shot(sudo("char")),
  "sudo-pour-tee-detail": shot(sudo("char"), [232, 150, 350, 350]),
  "sudo-pour-tee-forest": shot(sudo("forest")),
  "rickhouse-after-dark-tee": shot(dark),
  "rickhouse-after-dark-tee-back": shot({
    way: "oak",
    view: "back",
    print: mark(400, 262, 78, { ink: "#F7EDE0", snake: "#FFC56E" }),
  }),
  "rickhouse-after-dark-tee-detail": shot(dark, [240, 300, 330, 330]),
  "mash-bill-hex-dump-tee": shot(hex),
  "mash-bill-hex-dump-tee-detail": shot(hex, [236, 236, 330, 330]),
  "proof-of-work-tee": shot({
    way: "copper",
    print: sizedPrint(proofOfWork(400, 352, colourways.copper.ink), 0.8, 400, 340),
  }),
  "least-privilege-tee": shot(least),
  "least-privilege-tee-detail": shot(least, [226, 150, 350, 350]),
  "angels-share-tee": shot(angels("forest")),
  "angels-share-tee-char": shot(angels("char")),
  "viper-mark-tee": shot({
    way: "char",
    print: mark(490, 322, 78, { ink: brandInk.cream, snake: brandInk.viper }),
  }),
  "viper-mark-tee-back": shot({
    way: "char",
    view: "back",
    print: `${mark(400, 370, 230, { ink: brandInk.cream, snake: brandInk.viper, bourbon: "#C8761A" })}${letters(400, 530, "BOURBON VIPERS", { face: "display", size: 24, weight: 850, tracking: 0.06, fill: brandInk.cream, align: "middle" })}`,
  }),
  "viper-mark-tee-cream": shot({
    way: "cream",
    print: mark(490, 322, 78, { ink: colourways.cream.ink, snake: "#1F6B4A" }),
  }),
  "zero-trust-long-sleeve": shot(sleeve),
  "zero-trust-long-sleeve-detail": shot(sleeve, [436, 236, 364, 364]),
  "signed-and-bonded-ringer": shot({
    way: "cream",
    trim: "oak",
    print: sizedPrint(bondedSeal(400, 400, "#1F6B4A"), 0.9, 400, 380),
  }),
} satisfies Record<string, () => string>;
