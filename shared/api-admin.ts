import * as z from "zod/mini";
import { AdminProducts } from "./admin-products.ts";
import { Analytics, PERIODS } from "./analytics.ts";
import { Timestamp } from "./dates.ts";
import type { Endpoint } from "./endpoint.ts";
import { Dollars } from "./money.ts";
import { OrderStatus } from "./order-status.ts";
import { BrokenOrder, Order, OrderSummary } from "./order.ts";
import { ProductChange, ProductInput } from "./product-input.ts";
import { Product } from "./product.ts";
import { ProductStock, UnofferedMove } from "./stock.ts";
import { optionalLine } from "./text.ts";
import { UploadForm, UploadRequest, UploadState } from "./upload.ts";

const Version = z.int("Version is required").check(z.nonnegative());
const base = { access: "admin", handledBy: "admin-api" } as const;

/** What a signed-in admin may call. */
export const adminApi = {
  listProductsAsAdmin: {
    ...base,
    method: "GET",
    path: "/api/admin/products",
    summary: "Every product, uncached; those that cannot be read apart, with what is readable of them",
    status: 200,
    output: AdminProducts,
  },
  createProduct: {
    ...base,
    method: "POST",
    path: "/api/admin/products",
    summary: "Adds a product",
    status: 201,
    body: ProductInput,
    output: Product,
  },
  updateProduct: {
    ...base,
    method: "PUT",
    path: "/api/admin/products/{id}",
    summary: "Changes a product; stock by the difference to what the form saw",
    status: 200,
    body: ProductChange,
    output: Product,
  },
  deleteProduct: {
    ...base,
    method: "DELETE",
    path: "/api/admin/products/{id}",
    summary: "Takes a product out of the shop",
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
    summary: "A form with which the browser may send one picture, for five minutes",
    status: 201,
    body: UploadRequest,
    output: UploadForm,
  },
  getUpload: {
    ...base,
    method: "GET",
    path: "/api/admin/uploads/{uploadId}",
    summary: "What became of a picture that was sent",
    status: 200,
    output: UploadState,
  },
  listOrders: {
    ...base,
    method: "GET",
    path: "/api/admin/orders",
    summary: "Orders, newest first, page by page; with `since`, what changed after that time",
    status: 200,
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(2000))),
      limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(1000)))),
      since: z.optional(Timestamp),
    }),
    output: z.object({
      orders: z.array(OrderSummary),
      /** Orders of this page that cannot be read. */
      broken: z.array(BrokenOrder),
      cursor: z.optional(z.string()),
      /** The month of the first order ever, 'yyyy-mm': how far back the pages go. Not with `since`. */
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
    summary: "Sets the status; cancelling may refund and restock",
    status: 200,
    body: z.object({
      orderStatus: OrderStatus,
      version: Version,
      refund: z.optional(z.boolean()),
      restock: z.optional(z.boolean()),
      tracking: z.optional(optionalLine(100)),
    }),
    output: Order,
  },
  requestRefund: {
    ...base,
    method: "POST",
    path: "/api/admin/orders/{id}/refunds",
    summary: "Asks for money to go back, once for each refundId",
    status: 202,
    body: z.object({
      refundId: z.string().check(z.regex(/^[\w-]{8,64}$/, "Not a refund id")),
      version: Version,
      amount: z.optional(Dollars.check(z.positive("Must be more than zero"))),
      restock: z.optional(z.boolean()),
    }),
    output: Order,
  },
  acknowledge: {
    ...base,
    method: "POST",
    path: "/api/admin/orders/{id}/acknowledgements",
    summary: "Closes what needs attention; the payment status follows from the money again",
    status: 200,
    body: z.object({ version: Version }),
    output: Order,
  },
  getAnalytics: {
    ...base,
    method: "GET",
    path: "/api/admin/analytics",
    summary: "Revenue, orders, best sellers and what runs out, over the last days, today included",
    status: 200,
    query: z.object({
      days: z._default(z.pipe(z.coerce.number(), z.literal([...PERIODS], "Must be 7, 30 or 90")), 30),
    }),
    output: Analytics,
  },
} as const satisfies Record<string, Endpoint>;
