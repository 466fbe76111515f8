/**
 * An index of the table: its keys, and the attributes that are copied into it. Each copied attribute costs write units.
 */
type Index = { keys: readonly [partition: string, sort: string]; attributes: readonly string[] };

/** Attributes of a product in the catalog. */
const productAttributes = [
  "id",
  "name",
  "description",
  "price",
  "category",
  "featured",
  "imageUrls",
  "imageUrl",
  "details",
  "size",
  "color",
  "variants",
  "formerVariants",
  "version",
  "createdAt",
  "updatedAt",
];
/** Attributes of a stock item. */
const stockAttributes = ["available", "held"];
/** Attributes of an order, a ticket or a subscriber: the row that lists show, and the time of deletion. */
const rowAttributes = ["summary", "ttl"];
/** Attributes of an upload: its picture, and the products that show the picture. */
const pictureAttributes = ["imageUrl", "shownBy", "mainOf"];

/**
 * `listing`: catalog, orders by month, and subscribers by address. `due`: items that a scheduled function has to process.
 * `changes`: orders, and the tickets of an event, by the time of their last change. DynamoDB allows 20 non-key attributes in
 * an index. CloudFormation cannot change the attributes of a deployed index: a further attribute needs a new index beside the
 * old one. A deployment can add only one index.
 * Sources: DynamoDB API reference, "Projection"; CloudFormation template reference, "AWS::DynamoDB::GlobalTable Projection".
 */
export const indexes = {
  listing: {
    keys: ["listPk", "listSk"],
    attributes: [...productAttributes, ...stockAttributes, ...rowAttributes],
  },
  due: { keys: ["duePk", "dueSk"], attributes: pictureAttributes },
  changes: { keys: ["changePk", "changeSk"], attributes: rowAttributes },
} as const satisfies Record<string, Index>;
