import * as z from "zod/mini";
import { adminApi } from "../shared/api-admin.ts";
import { readAnalytics } from "./analytics/read-analytics.ts";
import { readBooksResult } from "./books/books-table.ts";
import { notFound } from "./lib/errors.ts";
import { requireActiveSession, requireRecentSignIn } from "./lib/admin-session.ts";
import { Json, readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { route } from "./lib/route.ts";
import { requestUpload } from "./media/request-upload.ts";
import { getUpload } from "./media/upload-table.ts";
import { listSubscribers, readNewsletterCounts } from "./newsletter/list-subscribers.ts";
import { acknowledgeCauses } from "./orders/acknowledge-causes.ts";
import { addNote } from "./orders/add-note.ts";
import { readOrder, toAdminOrder } from "./orders/admin-order.ts";
import { answerRequest } from "./orders/answer-request.ts";
import { changeOrderStatus } from "./orders/change-order-status.ts";
import { listOrders } from "./orders/list-orders.ts";
import { requestRefund } from "./orders/request-refund.ts";
import { sendMailAgain } from "./orders/send-mail-again.ts";
import { removeSubscriber } from "./orders/withdraw-consent.ts";
import { changeProductState } from "./products/change-product-state.ts";
import { listProductsForAdmin } from "./products/list-for-admin.ts";
import { moveUnoffered } from "./products/move-unoffered.ts";
import { readStock } from "./products/read-stock.ts";
import { readStockHistory } from "./products/read-stock-history.ts";
import { createProduct, deleteProduct, updateProduct } from "./products/save-product.ts";
import { episodeRoutes } from "./podcast/routes.ts";
import { discountRoutes } from "./discounts/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  MEDIA_BUCKET_NAME: Text,
  USER_POOL_ID: Text,
  REFUND_SIGN_IN_HOURS: Json(z.int().check(z.positive())),
  WEBHOOKS: z.enum(["on", "off"]),
  CALLS_TO_LOCALHOST: z.optional(Text),
  PODCAST: z.enum(["on", "off"]),
});
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);
/** Asks Cognito whether the session is still active. Every write makes this check. */
const checkSession = requireActiveSession(env.USER_POOL_ID);

/** The API of the back office, without tickets (ticket-api.ts) and door staff (staff-api.ts). */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(adminApi.listProductsAsAdmin, async ({ now }) => ({ output: await listProductsForAdmin(now) })),
  route(
    adminApi.createProduct,
    async ({ body, admin, now }) => ({ output: await createProduct(body, admin, now) }),
    checkSession,
  ),
  route(
    adminApi.updateProduct,
    async ({ params, body, admin, now }) => ({ output: await updateProduct(params.id, body, admin, now) }),
    checkSession,
  ),
  route(
    adminApi.changeProductState,
    async ({ params, body, now }) => ({ output: await changeProductState(params.id, body, now) }),
    checkSession,
  ),
  route(
    adminApi.deleteProduct,
    async ({ params, now }) => {
      await deleteProduct(params.id, now);
      return { output: undefined };
    },
    checkSession,
  ),
  route(adminApi.getStockHistory, async ({ params, query, now }) => ({
    output: await readStockHistory(params.id, query, now),
  })),
  route(adminApi.getStock, async ({ params, now }) => ({ output: await readStock(params.id, now) })),
  route(
    adminApi.requestUpload,
    async ({ body, now }) => ({ output: await requestUpload(body, env.MEDIA_BUCKET_NAME, now) }),
    checkSession,
  ),
  route(
    adminApi.moveUnoffered,
    async ({ params, body, admin, now }) => ({ output: await moveUnoffered(params.id, body, admin, now) }),
    checkSession,
  ),
  route(adminApi.getUpload, async ({ params }) => {
    const upload = await getUpload(params.uploadId);
    if (!upload) throw notFound();
    return { output: upload };
  }),
  route(adminApi.listOrders, async ({ query, now }) => ({ output: await listOrders(query, now) })),
  route(adminApi.getOrder, async ({ params }) => ({ output: await toAdminOrder(readOrder(params.id)) })),
  route(
    adminApi.changeOrder,
    async ({ params, body, admin, signedInAt, now }) => {
      if (body.refund) requireRecentSignIn(signedInAt, env.REFUND_SIGN_IN_HOURS, now);
      return { output: await toAdminOrder(changeOrderStatus(params.id, body, admin, now)) };
    },
    checkSession,
  ),
  route(
    adminApi.sendMailAgain,
    async ({ params, body, admin, now }) => ({
      output: await toAdminOrder(sendMailAgain(params.id, body.version, admin, now)),
    }),
    checkSession,
  ),
  route(
    adminApi.requestRefund,
    async ({ params, body, admin, signedInAt, now }) => {
      requireRecentSignIn(signedInAt, env.REFUND_SIGN_IN_HOURS, now);
      return { output: await toAdminOrder(requestRefund(params.id, body, admin, now)) };
    },
    checkSession,
  ),
  route(
    adminApi.addNote,
    async ({ params, body, admin, now }) => ({
      output: await toAdminOrder(addNote(params.id, body, admin, now)),
    }),
    checkSession,
  ),
  route(
    adminApi.answerRequest,
    async ({ params, body, admin, now }) => ({
      output: await toAdminOrder(answerRequest(params.id, params.requestId, body.text, admin, now)),
    }),
    checkSession,
  ),
  route(
    adminApi.acknowledge,
    async ({ params, body, admin, now }) => ({
      output: await toAdminOrder(acknowledgeCauses(params.id, body.version, admin, now)),
    }),
    checkSession,
  ),
  route(adminApi.getAnalytics, async ({ query, now }) => ({ output: await readAnalytics(query.days, now) })),
  route(adminApi.getBooks, async () => ({ output: { result: (await readBooksResult())?.result } })),
  route(adminApi.listSubscribers, async ({ query }) => ({ output: await listSubscribers(query) })),
  route(adminApi.newsletterCounts, async ({ now }) => ({ output: await readNewsletterCounts(now) })),
  route(
    adminApi.removeSubscriber,
    async ({ params, admin, now }) => {
      await removeSubscriber(params.id, admin, now);
      return { output: undefined };
    },
    checkSession,
  ),
  ...discountRoutes(checkSession),
  ...webhookRoutes(checkSession, {
    isOn: env.WEBHOOKS === "on",
    allowsLocalhost: env.CALLS_TO_LOCALHOST !== undefined,
  }),
  ...episodeRoutes(checkSession, env.PODCAST === "on"),
]);
