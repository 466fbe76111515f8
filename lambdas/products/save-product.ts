import { apiMessages } from "../../shared/api-messages.ts";
import type { NewProduct, ProductChange, ProductInput } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import { backOff } from "../lib/backoff.ts";
import { conflict, invalid, notFound, unavailable } from "../lib/errors.ts";
import { hash, newId } from "../lib/ids.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { changePictures } from "../media/picture-use-table.ts";
import { getAddRequest, putAddRequest, type AddRequest } from "./add-request-table.ts";
import {
  checkStockUnsold,
  clearLowStock,
  putProduct,
  putStock,
  removeDeletedStock,
  removeStockFromIndex,
} from "./product-writes-table.ts";
import { requireCatalogRoom, sizeInList } from "./catalog-size.ts";
import { isOffered } from "./list-for-admin.ts";
import { updateListAfterSave } from "./repair-list.ts";
import { repairProduct, repairStock } from "./repair-table.ts";
import type { FoundProduct, ProductRow, StockRow } from "./product-table.ts";
import { finishLastSave } from "./finish-last-save.ts";
import { hasEventAhead, requireNoGuests } from "./require-no-guests.ts";
import { listProductsInAllStates } from "./catalog-table.ts";
import { getProductInAnyState, NO_VARIANT, readProduct, stockByKey, toProduct } from "./product-table.ts";

/**
 * The product that an earlier request with the same id has added. Throws 404 if it was deleted since; 409 if that request had
 * other values.
 */
function readAddedProduct(earlierRequest: AddRequest, contentHash: string): Promise<Product> {
  if (earlierRequest.contentHash !== contentHash) throw conflict(apiMessages.productRequestReused);
  return readSavedProduct(earlierRequest.productId);
}

/**
 * Adds a product with its stock, once for each `requestId`. `admin`: the admin's email address, for the history of the stock.
 * Throws 400 when the catalog is full, or when an uploaded picture cannot be used; 409 if the `requestId` was used for a product
 * with other values.
 */
export async function createProduct(
  { requestId, ...input }: NewProduct,
  admin: string,
  now: Date,
): Promise<Product> {
  const contentHash = hash(JSON.stringify(input));
  const earlierRequest = requestId === undefined ? undefined : await getAddRequest(requestId);
  if (earlierRequest) return readAddedProduct(earlierRequest, contentHash);
  const id = newId("prd", +now);
  const { row, stock } = toRows(
    id,
    input,
    { state: "active", version: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() },
    now,
  );
  requireCatalogRoom(await listProductsInAllStates(), productOf(row, stock));
  const outcome = await transact([
    putProduct(row, undefined),
    ...stock.map((stockRow) => putStock(stockRow, admin)),
    ...changePictures(id, undefined, row, now),
    ...(requestId === undefined ? [] : [putAddRequest(requestId, { productId: id, contentHash }, now)]),
  ]);
  if (!outcome.ok) {
    const concurrentRequest = requestId === undefined ? undefined : await getAddRequest(requestId);
    if (concurrentRequest) return readAddedProduct(concurrentRequest, contentHash);
    throw invalid({ imageUrls: apiMessages.imageGone });
  }
  await updateListAfterSave(id);
  return readSavedProduct(id);
}

/** The number of latest saves of a product whose hashes are stored, so that a repeated request is recognized. */
const MAX_CHANGE_HASHES = 10;

/** The hashes of a product's latest saves, newest first. */
const changeHashesOf = ({ changeHash, earlierChangeHashes = [] }: ProductRow): string[] =>
  changeHash === undefined ? [] : [changeHash, ...earlierChangeHashes];

/**
 * The product if an earlier request with the same `changeHash` made one of its latest saves: the page repeats a request whose
 * answer was lost. Throws 409 if another save was faster; 404 if the product was deleted since.
 */
async function readSavedByEarlierRequest(id: string, changeHash: string): Promise<Product> {
  const storedProduct = await finishLastSave(id);
  if (!storedProduct || !changeHashesOf(storedProduct.row).includes(changeHash))
    throw conflict(apiMessages.productChanged, "product_changed");
  await updateListAfterSave(id);
  return readSavedProduct(id);
}

const MAX_TRIES = 5;
/** DynamoDB's limit for a transaction. */
const MAX_WRITES = 100;
/** The most former variants that a product stores: the latest ones. */
const MAX_FORMER_VARIANTS = 200;

/**
 * Changes a product that was read at `version`, once for the same `change` by the same admin. Stock changes by the difference
 * between the entered stock and the stock that the form first showed (`stockWas`), so that concurrent sales still count. Throws
 * 404 for an unknown or deleted product; 400 when `stockWas` does not name the variants, the catalog is full, or an uploaded
 * picture cannot be used; 409 when another save was faster, or if an event with guests, or with tickets in too many variants for
 * one transaction, would become another kind of product; 503 after MAX_TRIES conflicts with changes of the stock.
 */
export async function updateProduct(
  id: string,
  change: ProductChange,
  admin: string,
  now: Date,
): Promise<Product> {
  const { version, stockWas, ...input } = change;
  if (typeof stockWas === "number" && input.variants?.length) {
    throw invalid({ stockWas: "Must name the stock of each variant" });
  }
  const changeHash = hash(JSON.stringify([admin, change]));
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await backOff(tries - 1);
    const storedProduct = await finishLastSave(id);
    if (!storedProduct || storedProduct.row.deletedAt) throw notFound();
    if (storedProduct.row.version !== version) return readSavedByEarlierRequest(id, changeHash);
    const { state, createdAt } = storedProduct.row;
    const { row, stock } = toRows(
      id,
      input,
      { state, version: version + 1, createdAt, updatedAt: now.toISOString() },
      now,
    );
    if (row.event === undefined) await requireNoGuests(storedProduct, now);
    await requireRoomToGrow(storedProduct, productOf(row, stock));
    const pictures = changePictures(id, storedProduct.row, row, now);
    const offeredIds = new Set(stock.map(({ variantId }) => variantId));
    const emptyRemovedStock = storedProduct.stock
      // The stock of a removed variant with pieces stays in the index until an admin moves the pieces or writes them off.
      // Sold pieces may come back too, when an order is cancelled.
      .filter(
        ({ variantId, available, held, sold }) => !offeredIds.has(variantId) && available + held + sold <= 0,
      );
    // A checkout may have taken tickets since the event's stock was read. So the transaction checks that none is held or sold.
    const losesEvent = row.event === undefined && hasEventAhead(storedProduct.row, now);
    const stockToCheck = storedProduct.stock.filter(
      (stockRow) =>
        losesEvent &&
        !emptyRemovedStock.includes(stockRow) &&
        // An invalid stock item is repaired by this transaction, which may contain an item only once.
        !storedProduct.invalidStock.includes(stockRow.variantId),
    );
    const stockChanges = stock.flatMap((enteredStock) =>
      stockChangeOf(enteredStock, storedProduct, stockWas),
    );
    const otherWrites = [
      ...stock.flatMap((enteredStock) => stockWrites(enteredStock, storedProduct, admin)),
      ...stockToCheck.map(checkStockUnsold),
      ...allowLowStockEvents(id, stockChanges),
      ...pictures,
    ];
    if (otherWrites.length >= MAX_WRITES) throw conflict(apiMessages.eventTooLarge);
    const outcome = await transact([
      replaceProduct(
        {
          ...row,
          ...formerVariantsOf(storedProduct, row),
          stockChanges,
          savedBy: admin,
          changeHash,
          earlierChangeHashes: changeHashesOf(storedProduct.row).slice(0, MAX_CHANGE_HASHES - 1),
        },
        storedProduct,
      ),
      ...otherWrites,
      ...emptyRemovedStock.slice(0, MAX_WRITES - 1 - otherWrites.length).map(removeStockFromIndex),
    ]);
    if (outcome.ok) {
      await finishLastSave(id);
      await updateListAfterSave(id);
      return readSavedProduct(id);
    }
    if (outcome.failed.includes("product")) return readSavedByEarlierRequest(id, changeHash);
    if (outcome.failed.includes("picture")) throw invalid({ imageUrls: apiMessages.imageGone });
  }
  throw unavailable(new Error(`The stock of ${id} changed ${MAX_TRIES} times in a row`));
}

/**
 * Removes a product from the shop. Throws 404 for an unknown or deleted product; 409 for an event with guests or with tickets in
 * too many variants for one transaction, and when other saves or checkouts were faster.
 */
export async function deleteProduct(id: string, now: Date): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const storedProduct = await readProduct(id);
    if (!storedProduct || storedProduct.row.deletedAt) throw notFound();
    await requireNoGuests(storedProduct, now);
    const { row } = storedProduct;
    const deletedRow = { ...row, stockChanges: [], version: row.version + 1, deletedAt: now.toISOString() };
    const pictures = changePictures(id, row, undefined, now);
    // A checkout may have taken tickets since the event's stock was read. Then the removal of the stock from the index fails.
    const isEventAhead = hasEventAhead(row, now);
    const removal = { version: deletedRow.version, mustBeUnsold: isEventAhead };
    const maxStockWrites = MAX_WRITES - 1 - pictures.length;
    // Variants without pieces for sale come last: nobody can buy them while the index still has them.
    const stock = storedProduct.stock.toSorted((a, b) => b.available - a.available);
    if (isEventAhead && (stock[maxStockWrites]?.available ?? 0) > 0)
      throw conflict(apiMessages.eventTooLarge);
    const { ok } = await transact([
      replaceProduct(deletedRow, storedProduct),
      ...stock.slice(0, maxStockWrites).map((stockRow) => removeDeletedStock(stockRow, removal)),
      ...pictures,
    ]);
    if (ok) return updateListAfterSave(id);
  }
  throw conflict(apiMessages.productChanged, "product_changed");
}

/** `state` applies unless the input has a state. */
type StateVersionAndTimes = Pick<ProductRow, "state" | "version" | "createdAt" | "updatedAt">;

function toRows(
  id: string,
  input: ProductInput,
  { state, ...versionAndTimes }: StateVersionAndTimes,
  now: Date,
): { row: ProductRow; stock: StockRow[] } {
  const {
    variants = [],
    stock: productStock,
    size,
    color,
    imageColors = {},
    lowStockBelow,
    ...fields
  } = input;
  const variantsWithIds = variants.map((variant) => ({ ...variant, id: variant.id ?? newId("var", +now) }));
  const stockRow = (variantId: string, available: number): StockRow => ({
    productId: id,
    variantId,
    available,
    held: 0,
    sold: 0,
  });
  return {
    row: {
      ...fields,
      ...(size ? { size } : {}),
      ...(color ? { color } : {}),
      ...(lowStockBelow === undefined ? {} : { summary: { lowStockBelow } }),
      ...versionAndTimes,
      state: fields.state ?? state,
      id,
      imageUrl: fields.imageUrls[0] ?? "",
      variants: variantsWithIds.map((variant, i) => {
        const isFirstOfColor = variants.findIndex(({ color }) => color === variant.color) === i;
        const pictures = fields.imageUrls.filter(
          (url) => imageColors[url] && imageColors[url] === variant.color,
        );
        return {
          id: variant.id,
          ...(variant.size ? { size: variant.size } : {}),
          ...(variant.color ? { color: variant.color } : {}),
          ...(isFirstOfColor && pictures.length > 0 ? { imageUrls: pictures } : {}),
        };
      }),
    },
    stock:
      variantsWithIds.length > 0
        ? variantsWithIds.map((variant) => stockRow(variant.id, variant.stock))
        : [stockRow(NO_VARIANT, productStock)],
  };
}

/** The write for the stock of a new variant or for the repair of invalid counts. Empty for other variants. */
function stockWrites(
  enteredStock: StockRow,
  { stock, invalidStock }: FoundProduct,
  by: string,
): TransactionWrite[] {
  const { variantId, available } = enteredStock;
  const storedStock = stock.find((row) => row.variantId === variantId);
  if (!storedStock) return [putStock(enteredStock, by)];
  if (!invalidStock.includes(variantId)) return [];
  const note = { kind: "repaired", n: available - storedStock.available, by } as const;
  return [repairStock({ ...storedStock, available }, note)];
}

type StockChange = NonNullable<ProductRow["stockChanges"]>[number];

/**
 * The stock change of a stored variant: the entered stock minus the stock that the form first showed. A
 * variant that is offered again needs a change even without a difference, because `finishLastSave` also puts the
 * variant's stock back into the index.
 */
function stockChangeOf(
  { variantId, available }: StockRow,
  { row, stock, invalidStock }: FoundProduct,
  stockWas: ProductChange["stockWas"],
): StockChange[] {
  const storedStock = stock.find((counts) => counts.variantId === variantId);
  if (!storedStock || invalidStock.includes(variantId)) return [];
  const change = available - (shownStock(stockWas, variantId) ?? storedStock.available);
  return change === 0 && isOffered(row, variantId) ? [] : [{ variantId, change }];
}

/** The stock of a variant that the form first showed; undefined for a variant that the form did not show. */
function shownStock(stockWas: ProductChange["stockWas"], variantId: string): number | undefined {
  if (typeof stockWas === "number") return stockWas;
  return Object.hasOwn(stockWas, variantId) ? stockWas[variantId] : undefined;
}

/** The writes that allow another StockLow event for each variant whose stock increases. */
const allowLowStockEvents = (productId: string, changes: readonly StockChange[]): TransactionWrite[] =>
  changes.flatMap(({ variantId, change }) => (change > 0 ? [clearLowStock({ productId, variantId })] : []));

/** The write of a product that was read as `storedProduct`. An invalid product may have no valid version to compare. */
const replaceProduct = (row: ProductRow, storedProduct: FoundProduct) =>
  storedProduct.invalidPaths.length > 0
    ? repairProduct(row, storedProduct.item)
    : putProduct(row, storedProduct.row.version);

const productOf = (row: ProductRow, stock: readonly StockRow[]): Product => toProduct(row, stockByKey(stock));

/** Checks the catalog's size only when the product grows, so that a smaller product can always be saved. */
async function requireRoomToGrow(
  { row, stock, invalidPaths }: FoundProduct,
  savedProduct: Product,
): Promise<void> {
  const sizeBefore = invalidPaths.length > 0 ? 0 : sizeInList(productOf(row, stock));
  if (sizeInList(savedProduct) > sizeBefore)
    requireCatalogRoom(await listProductsInAllStates(), savedProduct);
}

/** The variants that the product no longer offers, but of which pieces are in stock, held or sold. */
function formerVariantsOf(
  { row, stock }: FoundProduct,
  nextRow: ProductRow,
): Pick<ProductRow, "formerVariants"> {
  const offeredIds = new Set(nextRow.variants.map(({ id }) => id));
  const idsWithPieces = new Set(
    stock
      .filter(({ available, held, sold }) => available + held + sold > 0)
      .map(({ variantId }) => variantId),
  );
  const variantsById = new Map(
    [...(row.formerVariants ?? []), ...row.variants].map((variant) => [variant.id, variant]),
  );
  const formerVariants = [...variantsById.values()]
    .filter(({ id }) => !offeredIds.has(id) && idsWithPieces.has(id))
    .map(({ imageUrls: _, ...variant }) => variant);
  return formerVariants.length > 0 ? { formerVariants: formerVariants.slice(-MAX_FORMER_VARIANTS) } : {};
}

/** The product for the response after a save. Throws 404 if it was deleted in the meantime. */
export async function readSavedProduct(id: string): Promise<Product> {
  const product = await getProductInAnyState(id);
  if (!product) throw notFound();
  return product;
}
