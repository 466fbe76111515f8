import * as z from "zod/mini";
import { AdminProducts } from "./admin-products.ts";
import { newsletterApi } from "./api-newsletter.ts";
import { discountsApi } from "./api-discounts.ts";
import { webhooksApi } from "./api-webhooks.ts";
import { Analytics, PERIODS } from "./analytics.ts";
import { Timestamp } from "./timestamp.ts";
import { BooksResult } from "./books.ts";
import { Message } from "./customer-request.ts";
import type { Endpoint } from "./endpoint.ts";
import { Dollars } from "./money.ts";
import { NewOrderNote } from "./order-notes.ts";
import { OrderStatus } from "./order-status.ts";
import { BrokenOrder, Order, OrderSummary } from "./order.ts";
import { NewProduct, ProductChange, StateChange } from "./product-input.ts";
import { Product } from "./product.ts";
import { linePiecesField, refundReasonFields } from "./refund-reason.ts";
import { StockHistory } from "./stock-history.ts";
import { ProductStock, UnofferedMove } from "./stock.ts";
import { optionalLine } from "./text.ts";
import { UploadForm, UploadRequest, UploadState } from "./upload.ts";

/** The most characters of a tracking number. */
export const MAX_TRACKING_LENGTH = 100;
const Version = z.int("Version is required").check(z.nonnegative());
const base = { access: "admin", handledBy: "admin-api" } as const;

/**
 * Endpoints of the back office for a signed-in admin. Those for tickets and door staff are in api-tickets.ts, those for episodes in
 * api-admin-episodes.ts.
 */
export const adminApi = {
  listProductsAsAdmin: {
    ...base,
    method: "GET",
    path: "/api/admin/products",
    summary: "All products, uncached; products with invalid parts are listed separately",
    status: 200,
    output: AdminProducts,
  },
  createProduct: {
    ...base,
    method: "POST",
    path: "/api/admin/products",
    summary: "Adds a product, once for each requestId",
    status: 201,
    body: NewProduct,
    output: Product,
  },
  updateProduct: {
    ...base,
    method: "PUT",
    path: "/api/admin/products/{id}",
    summary: "Changes a product; stock changes by the difference to what the form showed",
    status: 200,
    body: ProductChange,
    output: Product,
  },
  changeProductState: {
    ...base,
    method: "PUT",
    path: "/api/admin/products/{id}/state",
    summary: "Publishes or archives a product, or makes it a draft; its stock stays",
    status: 200,
    body: StateChange,
    output: Product,
  },
  deleteProduct: {
    ...base,
    method: "DELETE",
    path: "/api/admin/products/{id}",
    summary: "Deletes a product",
    status: 204,
  },
  getStock: {
    ...base,
    method: "GET",
    path: "/api/admin/products/{id}/stock",
    summary: "Pieces of each variant that are available, held and sold, and when each hold ends",
    status: 200,
    output: ProductStock,
  },
  getStockHistory: {
    ...base,
    method: "GET",
    path: "/api/admin/products/{id}/stock/history",
    summary: "What changed the stock of a product, when, and by whom or which order, newest first",
    status: 200,
    query: z.object({
      /** Lists the changes before this position: the `next` of the previous page. */
      before: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
      /** Only the changes of this variant. */
      variant: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
    }),
    output: StockHistory,
  },
  moveUnoffered: {
    ...base,
    method: "POST",
    path: "/api/admin/products/{id}/stock/moves",
    summary: "Moves pieces out of a variant that is no longer offered, or writes them off",
    status: 200,
    body: UnofferedMove,
    output: ProductStock,
  },
  requestUpload: {
    ...base,
    method: "POST",
    path: "/api/admin/uploads",
    summary: "A form with which the browser can upload one picture, valid for five minutes",
    status: 201,
    body: UploadRequest,
    output: UploadForm,
  },
  getUpload: {
    ...base,
    method: "GET",
    path: "/api/admin/uploads/{uploadId}",
    summary: "The state of an uploaded picture",
    status: 200,
    output: UploadState,
  },
  listOrders: {
    ...base,
    method: "GET",
    path: "/api/admin/orders",
    summary:
      "Orders in pages, newest first; with `since`, those that changed after that time, oldest change first",
    status: 200,
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(2000))),
      limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(1000)))),
      since: z.optional(Timestamp),
    }),
    output: z.object({
      orders: z.array(OrderSummary),
      /** Orders of this page with invalid parts. */
      broken: z.array(BrokenOrder),
      cursor: z.optional(z.string()),
      /** A month, 'yyyy-mm', before which the shop has no orders. Absent with `since`. */
      oldest: z.optional(z.string()),
    }),
  },
  getOrder: {
    ...base,
    method: "GET",
    path: "/api/admin/orders/{id}",
    summary: "One order with its history",
    status: 200,
    output: Order,
  },
  changeOrder: {
    ...base,
    method: "PATCH",
    path: "/api/admin/orders/{id}",
    summary:
      "Sets the status, the tracking number, 'packed' or 'ready to be picked up'; cancelling may refund and restock",
    status: 200,
    body: z.object({
      orderStatus: OrderStatus,
      version: Version,
      refund: z.optional(z.boolean()),
      /**
       * Puts pieces back on sale: the pieces in `restockLines`, or all pieces if `restockLines` is absent.
       */
      restock: z.optional(z.boolean()),
      restockLines: linePiecesField,
      ...refundReasonFields,
      tracking: z.optional(optionalLine(MAX_TRACKING_LENGTH)),
      /**
       * For an order to pick up, `packed` and `ready` mean the same: a change of one also changes the other.
       */
      ready: z.optional(z.boolean()),
      packed: z.optional(z.boolean()),
    }),
    output: Order,
  },
  sendMailAgain: {
    ...base,
    method: "POST",
    path: "/api/admin/orders/{id}/mails",
    summary: "Sends the mail about the order's status to the customer again, once for each version",
    status: 202,
    body: z.object({ version: Version }),
    output: Order,
  },
  requestRefund: {
    ...base,
    method: "POST",
    path: "/api/admin/orders/{id}/refunds",
    summary: "Requests a refund, once for each refundId",
    status: 202,
    body: z.object({
      refundId: z.string().check(z.regex(/^[\w-]{8,64}$/, "Not a refund id")),
      version: Version,
      /** Without it, the amount is that of `lines` and `shipping`; without these too, all that can still be refunded. */
      amount: z.optional(Dollars.check(z.positive("Must be more than zero"))),
      /** The pieces that are refunded. */
      lines: linePiecesField,
      shipping: z.optional(z.boolean()),
      restock: z.optional(z.boolean()),
      restockLines: linePiecesField,
      ...refundReasonFields,
    }),
    output: Order,
  },
  addNote: {
    ...base,
    method: "POST",
    path: "/api/admin/orders/{id}/notes",
    summary: "Appends a note for the back office, once for each noteId",
    status: 201,
    body: NewOrderNote,
    output: Order,
  },
  answerRequest: {
    ...base,
    method: "POST",
    path: "/api/admin/orders/{id}/requests/{requestId}/answer",
    summary: "Mails an answer to a customer's request; a request to cancel is thereby declined",
    status: 200,
    body: z.object({ text: Message }),
    output: Order,
  },
  acknowledge: {
    ...base,
    method: "POST",
    path: "/api/admin/orders/{id}/acknowledgements",
    summary: "Closes the open causes for attention; the payment status is computed from the payments again",
    status: 200,
    body: z.object({ version: Version }),
    output: Order,
  },
  getAnalytics: {
    ...base,
    method: "GET",
    path: "/api/admin/analytics",
    summary:
      "Revenue, orders and best sellers of the last days, including today, and what is low in stock now",
    status: 200,
    query: z.object({
      days: z._default(z.pipe(z.coerce.number(), z.literal([...PERIODS], "Must be 7, 30 or 90")), 30),
    }),
    output: Analytics,
  },
  getBooks: {
    ...base,
    method: "GET",
    path: "/api/admin/books",
    summary: "The last comparison of orders with Stripe, stock and figures; no result before the first one",
    status: 200,
    output: z.object({ result: z.optional(BooksResult) }),
  },
  ...newsletterApi,
  ...webhooksApi,
  ...discountsApi,
} as const satisfies Record<string, Endpoint>;
