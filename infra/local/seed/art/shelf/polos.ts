import { brandInk, colourways } from "../colourways.ts";
import { polo, type Polo } from "../garments/polo.ts";
import { prompt, shield, smallMark, staves, threadDefs } from "../prints/small.ts";
import { scene, type Scene } from "../scene.ts";

const shot =
  (garment: Polo, crop: Scene["crop"] = [50, 58, 700, 700]) =>
  () => {
    const { defs, body } = polo(garment);
    return scene({ defs: defs + threadDefs, body, crop });
  };

const nine: Polo = { way: "char", print: smallMark(494, 350, "#B98A4E", "#FFB84D", 72) };
const hallway: Polo = { way: "cream", tip: "#1F6B4A", print: smallMark(494, 350, "#7C9A86", "#17573B", 72) };
const cooper: Polo = { way: "oak", print: "", pattern: staves(colourways.oak.dark, "#E08A5B") };

export const pictures = {
  "floor-nine-polo": shot(nine),
  "floor-nine-polo-detail": shot(nine, [290, 130, 310, 310]),
  "hallway-track-polo": shot(hallway),
  "hallway-track-polo-back": shot({ ...hallway, view: "back", print: "" }),
  "coopers-stripe-polo": shot(cooper),
  "coopers-stripe-polo-detail": shot(cooper, [280, 110, 320, 320]),
  "blue-team-polo": shot({ way: "slate", print: shield(494, 350, "#EFE9DF", "#FFC56E") }),
  "prompt-polo": shot({ way: "forest", print: prompt(494, 362, brandInk.amber) }),
  "prompt-polo-copper": shot({ way: "copper", print: prompt(494, 362, "#22150D") }),
} satisfies Record<string, () => string>;
