/**
 * The path of the page on which tickets are scanned. The page is a document of its own, outside the router. The paths in
 * web/public/door.webmanifest have to be the same.
 */
export const DOOR_PATH = "/door";
