/**
 * The ready-made list of the products in the store. It is a copy: each item is updated after a change of its product
 * or stock. If a function crashes before the update, `repairList` updates the item within a minute.
 * | item | pk | sk | index `listing` |
 * | listed product | LISTED | <product id> | FEATURED, <product id> (only featured products) |
 * | number of listed products, once all are listed | LISTED | !TOTAL (sorts before all product ids) | |
 * | attribute | meaning |
 * | version | the product's version |
 * | eventEndsAt | the end of a ticket's event, in ms since 1970: then the store no longer shows the product |
 * | stock:<variant id, or - without variants> | [revision of the stock item, pieces for sale] |
 */
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { queryAll } from "../lib/query-all.ts";
import { readItems } from "../lib/read-items.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import type { UpdateResult } from "../lib/update-item.ts";
import { updateItem } from "../lib/update-item.ts";
import type { Item, ProductRow, StockRow } from "./product-table.ts";

/** A product in the list. `available`: the number of pieces for sale by variant; it may be negative. */
export type ListedProduct = {
  id: string;
  version: number;
  featured: boolean;
  available: Map<string, number>;
  /** The revisions of the stock items at these counts. */
  revisions: Map<string, number>;
  /** In ms since 1970. */
  eventEndsAt?: number;
};
/** The count of a stock item. `revision` is the number of changes of the count; missing before the first change. */
export type StockCount = Pick<StockRow, "productId" | "variantId" | "available" | "revision">;

/**
 * `total` is the number of listed products without those whose event is over. Undefined in a list with `after`, and until
 * all products have been listed for the first time.
 */
export type ListedProducts = { listed: ListedProduct[]; total: number | undefined };

const PARTITION = "LISTED";
const TOTAL = "!TOTAL";
const FEATURED = "FEATURED";
const STOCK_PREFIX = "stock:";

const listedKey = (id: string) => ({ pk: PARTITION, sk: id });
const stockAttribute = (variantId: string): string => STOCK_PREFIX + variantId;

const eventEndField = ({ event }: Pick<ProductRow, "event">) =>
  event ? { eventEndsAt: Date.parse(event.endsAt) } : {};

export const isListedEventOver = (
  { eventEndsAt = Infinity }: Pick<ListedProduct, "eventEndsAt">,
  nowMs: number,
): boolean => eventEndsAt <= nowMs;

export const listedItem = (
  { id, version, featured, event }: Pick<ProductRow, "id" | "version" | "featured" | "event">,
  stock: readonly StockCount[],
): Item => ({
  ...listedKey(id),
  version,
  ...eventEndField({ event }),
  ...(featured ? { listPk: FEATURED, listSk: id } : {}),
  ...Object.fromEntries(
    stock.map(({ variantId, revision = 0, available }) => [stockAttribute(variantId), [revision, available]]),
  ),
});

export const totalItem = (total: number): Item => ({ ...listedKey(TOTAL), total });

/**
 * Reads an item without validation, which keeps a read of the whole list fast. The items are validated when they are
 * written.
 */
function toListedProduct(item: Item): ListedProduct {
  const available = new Map<string, number>();
  const revisions = new Map<string, number>();
  for (const [name, value] of Object.entries(item)) {
    if (!name.startsWith(STOCK_PREFIX) || !Array.isArray(value)) continue;
    const variantId = name.slice(STOCK_PREFIX.length);
    revisions.set(variantId, Number(value[0]));
    available.set(variantId, Number(value[1]));
  }
  const { sk, version, listPk, eventEndsAt } = item;
  return {
    id: String(sk),
    version: Number(version),
    featured: listPk === FEATURED,
    available,
    revisions,
    ...(typeof eventEndsAt === "number" ? { eventEndsAt } : {}),
  };
}

/**
 * The listed products, the oldest first, after the product `after`, at most `limit`, without those whose event is
 * over at `nowMs`.
 */
export async function readListedProducts({
  after = "",
  limit = Infinity,
  nowMs = 0,
} = {}): Promise<ListedProducts> {
  const items: Item[] = [];
  // The first page also has the item with the total. Other pages must not have this item.
  const maxItems = after ? limit : limit + 1;
  const start = after < TOTAL ? TOTAL : after;
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: after ? "pk = :pk AND sk > :after" : "pk = :pk",
        FilterExpression: "attribute_not_exists(eventEndsAt) OR eventEndsAt > :now",
        ExpressionAttributeValues: { ":pk": PARTITION, ":now": nowMs, ...(after ? { ":after": start } : {}) },
        ...(limit === Infinity ? {} : { Limit: maxItems }),
        ConsistentRead: true,
        ExclusiveStartKey: startKey,
      }),
    );
    items.push(...Items);
    startKey = LastEvaluatedKey;
  } while (startKey && items.length < maxItems);
  const total: unknown = items.find(({ sk }) => sk === TOTAL)?.["total"];
  return {
    listed: items
      .filter(({ sk }) => sk !== TOTAL)
      .slice(0, limit)
      .map(toListedProduct),
    total: typeof total === "number" ? total : undefined,
  };
}

/** The ids of the featured products. The index may be some milliseconds behind. */
export async function readFeaturedIds(): Promise<string[]> {
  const items = await queryAll({
    IndexName: "listing",
    KeyConditionExpression: "listPk = :featured",
    ExpressionAttributeValues: { ":featured": FEATURED },
  });
  return items.map(({ listSk }) => String(listSk));
}

/**
 * The listed products with these ids, without those whose event is over at `nowMs`; undefined until all products are
 * listed.
 */
export async function readListedByIds(
  ids: ReadonlySet<string>,
  nowMs: number,
): Promise<Map<string, ListedProduct> | undefined> {
  const items = await readItems([TOTAL, ...ids].map(listedKey));
  if (!items.some(({ sk }) => sk === TOTAL)) return undefined;
  const listedProducts = items.filter(({ sk }) => sk !== TOTAL).map(toListedProduct);
  return new Map(
    listedProducts.flatMap((product) => (isListedEventOver(product, nowMs) ? [] : [[product.id, product]])),
  );
}

export async function readListedProduct(id: string): Promise<ListedProduct | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: listedKey(id), ConsistentRead: true }),
  );
  return Item && toListedProduct(Item);
}

const changeTotal = (change: 1 | -1): TransactionWrite<"total"> => ({
  name: "total",
  Update: {
    TableName: tableName(),
    Key: listedKey(TOTAL),
    UpdateExpression: "ADD #total :change",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#total": "total" },
    ExpressionAttributeValues: { ":change": change },
  },
});

/** Puts or deletes an item and, if a total is stored, changes the total. Returns whether the item's condition was true. */
async function writeAndCount(write: TransactionWrite<"listed">, change: 1 | -1): Promise<boolean> {
  const outcome = await transact([write, changeTotal(change)]);
  if (outcome.ok || outcome.failed.includes("listed")) return outcome.ok;
  return (await transact([write])).ok;
}

/** Adds a product to the list. Returns false if the list has it. */
export const addListedProduct = (row: ProductRow, stock: readonly StockCount[]): Promise<boolean> =>
  writeAndCount(
    {
      name: "listed",
      Put: {
        TableName: tableName(),
        Item: listedItem(row, stock),
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    1,
  );

/** Removes a product from the list. Returns false if the list no longer has the version that was read. */
export const deleteListedProduct = ({ id, version }: ListedProduct): Promise<boolean> =>
  writeAndCount(
    {
      name: "listed",
      Delete: {
        TableName: tableName(),
        Key: listedKey(id),
        ConditionExpression: "version = :version",
        ExpressionAttributeValues: { ":version": version },
      },
    },
    -1,
  );

/** Sets the total, unless it has changed since it was read as `knownTotal`. */
export const setListedTotal = (total: number, knownTotal: number | undefined): Promise<UpdateResult> =>
  updateItem({
    Key: listedKey(TOTAL),
    UpdateExpression: "SET #total = :total",
    ConditionExpression: knownTotal === undefined ? "attribute_not_exists(pk)" : "#total = :known",
    ExpressionAttributeNames: { "#total": "total" },
    ExpressionAttributeValues: {
      ":total": total,
      ...(knownTotal === undefined ? {} : { ":known": knownTotal }),
    },
  });

/**
 * Sets the version, the end of the event, and whether the product is featured. Does nothing if the list has a newer
 * version or does not have the product.
 */
export function updateListedFields({ id, version, featured, event }: ProductRow): Promise<UpdateResult> {
  const values = {
    version,
    ...eventEndField({ event }),
    ...(featured ? { listPk: FEATURED, listSk: id } : {}),
  };
  const removedNames = ["eventEndsAt", "listPk", "listSk"].filter((name) => !(name in values));
  const assignments = Object.keys(values).map((name) => `${name} = :${name}`);
  return updateItem({
    Key: listedKey(id),
    UpdateExpression: `SET ${assignments.join(", ")}${removedNames.length > 0 ? ` REMOVE ${removedNames.join(", ")}` : ""}`,
    ConditionExpression: "attribute_exists(pk) AND version <= :version",
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`:${name}`, value]),
    ),
  });
}

/**
 * Sets the count of a product or variant, unless the list has a newer count or does not have the product. So the latest
 * count wins, even if the write of an earlier count arrives later.
 */
export const updateListedStock = ({ productId, variantId, revision = 0, available }: StockCount) =>
  updateItem({
    Key: listedKey(productId),
    UpdateExpression: "SET #count = :count",
    ConditionExpression: "attribute_exists(pk) AND (attribute_not_exists(#count) OR #count[0] <= :revision)",
    ExpressionAttributeNames: { "#count": stockAttribute(variantId) },
    ExpressionAttributeValues: { ":count": [revision, available], ":revision": revision },
  });
