/** An index of the table: its keys, and the attributes that its readers need. Copying an attribute costs write units. */
type Index = { keys: readonly [partition: string, sort: string]; attributes: readonly string[] };

/** A product in the catalog. */
const product = [
  ...["id", "name", "description", "price", "category", "featured", "imageUrls", "imageUrl", "details"],
  ...["size", "color", "variants", "formerVariants", "version", "createdAt", "updatedAt"],
];
const stock = ["available", "held"];
/** An order's row in lists, and the time at which it is deleted. */
const order = ["summary", "ttl"];
/** The products that show a picture: without any, it can be removed. */
const picture = ["imageUrl", "shownBy", "mainOf"];

/**
 * `listing` serves lists that people page through, `due` what a schedule has to process, `changes` the orders changed
 * since a time. DynamoDB allows 20 attributes in each. Source: DynamoDB API reference, "Projection".
 */
export const indexes = {
  listing: { keys: ["listPk", "listSk"], attributes: [...product, ...stock, ...order] },
  due: { keys: ["duePk", "dueSk"], attributes: picture },
  changes: { keys: ["changePk", "changeSk"], attributes: order },
} as const satisfies Record<string, Index>;
