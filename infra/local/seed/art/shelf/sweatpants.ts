import { brandInk } from "../colourways.ts";
import { sweatpants, type Sweatpants } from "../garments/sweatpants.ts";
import { letters } from "../lettering.ts";
import { mark } from "../mark.ts";
import { running } from "../prints/lettered.ts";
import { flecks, patch } from "../prints/small.ts";
import { scene, type Scene } from "../scene.ts";

const shot =
  (garment: Sweatpants, crop: Scene["crop"] = [58, 66, 690, 690]) =>
  () =>
    scene({ ...sweatpants(garment), crop });

const onCall: Sweatpants = {
  way: "char",
  print: `${letters(474, 318, "03:17", { size: 30, weight: 800, fill: brandInk.viper, align: "middle" })}${letters(474, 340, "page acknowledged", { size: 9.4, weight: 600, fill: brandInk.cream, align: "middle", opacity: 0.85 })}`,
};
const slow: Sweatpants = {
  way: "oak",
  cord: "#3A2617",
  hoops: "#2A1A10",
  print: mark(486, 330, 64, { ink: "#F7EDE0", snake: "#FFC56E" }),
};
const patches: Sweatpants = {
  way: "slate",
  print: `${patch(300, 478, 84, 92, -6, "#7E5231", "#F7EDE0", letters(300, 488, "KB", { size: 30, weight: 800, fill: "#F7EDE0", align: "middle" }))}${patch(498, 356, 74, 66, 8, "#1F5540", "#FFC56E", letters(498, 366, "OK", { size: 26, weight: 800, fill: "#FFC56E", align: "middle" }))}`,
};

export const pictures = {
  "on-call-sweatpants": shot(onCall),
  "on-call-sweatpants-detail": shot(onCall, [290, 90, 320, 320]),
  "low-and-slow-joggers": shot(slow),
  "low-and-slow-joggers-detail": shot(slow, [210, 470, 290, 290]),
  "root-access-sweatpants": shot({
    way: "forest",
    hem: "open",
    print: running(302, 300, 95, "root@rickhouse:~# whoami", "#F3E8D8", 25, "#FFC56E"),
  }),
  "sour-mash-sweatpants": shot({
    way: "cream",
    cord: "#7E5231",
    print: `${flecks(["#7E5231", "#A65A12", "#1F5540", "#5A4A3C"])}${mark(486, 326, 58, { ink: "#3A2A1E", snake: "#A65A12" })}`,
  }),
  "patch-tuesday-sweatpants": shot(patches),
  "patch-tuesday-sweatpants-detail": shot(patches, [230, 290, 340, 340]),
} satisfies Record<string, () => string>;
