/**
 * The path of the page on which tickets are scanned. The page is a document of its own, outside the router.
 */
export const DOOR_PATH = "/door";
