import { engravedInk, flask, type Flask } from "../objects/flask.ts";
import { airGap, barrel, caskStrength } from "../prints/engravings.ts";
import { digest } from "../prints/lettered.ts";
import { comb } from "../prints/small.ts";
import { scene, type Scene } from "../scene.ts";

const shot =
  (bottle: Flask, crop: Scene["crop"] = [40, 40, 720, 720]) =>
  () =>
    scene({ ...flask(bottle), crop });
/** Bare steel hardly shows on a light coat; it is darkened there, as the real thing is. */
const onLight = "#6B6258";

const cask: Flask = { way: "char", size: 18, engraving: caskStrength(engravedInk) };
const numbered: Flask = { way: "oak", size: 18, engraving: barrel(engravedInk) };

export const pictures = {
  "cask-strength-flask": shot(cask),
  "cask-strength-flask-detail": shot(cask, [250, 330, 300, 300]),
  "cask-strength-flask-cream": shot({ ...cask, way: "cream", engraving: caskStrength(onLight) }),
  "air-gapped-flask": shot({ way: "copper", size: 26, engraving: airGap("#F5EFE4") }),
  "air-gapped-flask-char": shot({ way: "char", size: 26, engraving: airGap(engravedInk) }),
  "honeypot-flask": shot({ way: "honey", size: 12, engraving: comb(302, 408, "#FFF3D6") }),
  "barrel-0xb0b-flask": shot(numbered),
  "barrel-0xb0b-flask-detail": shot(numbered, [250, 380, 300, 300]),
  "salted-and-hashed-flask": shot({ way: "slate", size: 18, engraving: digest(400, 372, engravedInk) }),
  "salted-and-hashed-flask-cream": shot({ way: "cream", size: 18, engraving: digest(400, 372, onLight) }),
} satisfies Record<string, () => string>;
