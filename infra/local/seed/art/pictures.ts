import { pictures as flaskPictures } from "./shelf/flasks.ts";
import { pictures as poloPictures } from "./shelf/polos.ts";
import { pictures as shirtPictures } from "./shelf/shirts.ts";
import { pictures as sweatpantsPictures } from "./shelf/sweatpants.ts";
import { pictures as ticketPictures } from "./shelf/tickets.ts";

/** File name → how to draw it. */
export const productPictures: Readonly<Record<string, () => string>> = {
  ...shirtPictures,
  ...poloPictures,
  ...sweatpantsPictures,
  ...flaskPictures,
  ...ticketPictures,
};
