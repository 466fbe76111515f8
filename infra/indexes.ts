/** An index of the table: its keys, and the attributes beside them that somebody reads. Each one copied costs a write. */
type Index = { keys: readonly [partition: string, sort: string]; attributes: readonly string[] };

/** A product as the catalogue lists it. */
const product = [
  ...["id", "name", "description", "price", "category", "featured", "imageUrls", "imageUrl", "details"],
  ...["size", "color", "variants", "formerVariants", "version", "createdAt", "updatedAt"],
];
const stock = ["available", "held"];
/** An order's row in lists, and when it is deleted. */
const order = ["summary", "ttl"];
/** What decides whether a picture may go. */
const picture = ["imageUrl", "shownBy", "mainOf"];

/**
 * `listing` is what people leaf through, `due` what the clock works off, `changes` what changed since. At most 20
 * attributes each. Source: DynamoDB API reference, "Projection".
 */
export const indexes = {
  listing: { keys: ["listPk", "listSk"], attributes: [...product, ...stock, ...order] },
  due: { keys: ["duePk", "dueSk"], attributes: picture },
  changes: { keys: ["changePk", "changeSk"], attributes: order },
} as const satisfies Record<string, Index>;
