import type { StockRequest } from "../../shared/api-back-in-stock.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Limits } from "../../shared/limits.ts";
import { alreadyWaitingMail, confirmRequestMail } from "../../shared/mails/back-in-stock-mails.ts";
import { canonicalAddress } from "../contact/canonical-address.ts";
import { AppError, invalid, notFound } from "../lib/errors.ts";
import { newToken } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { rateLimitKey, enforceRateLimit } from "../lib/rate-limit.ts";
import type { Sender } from "../mail/send-mail.ts";
import { requireMailbox, sendMail, UndeliverableError } from "../mail/send-mail.ts";
import { NO_VARIANT } from "../products/product-table.ts";
import { linksOf } from "./links.ts";
import { putRequest } from "./request-table.ts";
import { readRequestedVariant } from "./requested-variant.ts";

type Settings = {
  originSecretArn: string;
  sender: Sender;
  teamEmail: string;
  origin: string;
  limits: Limits;
};

/**
 * Stores a request for a sold-out product or variant, and sends a mail to its address: either a link that confirms the
 * request, or the notice that the address is already waiting. The answer is the same in both cases, also for an address
 * that is undeliverable or has had too many mails, so that the answer reveals nothing about the address. Throws 404 for a
 * product or variant that is not in the store; 400 if it is not sold out; 429 above the limits for the visitor and for
 * the product; 503 for any other failure to store the request or to send its mail.
 */
export async function askForStock(
  { productId, variantId = NO_VARIANT, email, website }: StockRequest,
  ipAddress: string,
  { originSecretArn, sender, teamEmail, origin, limits }: Settings,
  now: Date,
): Promise<void> {
  // A filled honeypot means a bot. The bot gets the same answer as a visitor.
  if (website) return;
  const keyOf = (text: string) => rateLimitKey(originSecretArn, text);
  await enforceRateLimit("back-in-stock", await keyOf(ipAddress), limits.stockRequest, +now);
  const variant = { productId, variantId };
  const product = await readRequestedVariant(variant, now);
  if (!product?.isInStore) throw notFound();
  if (product.available > 0) throw invalid({ variantId: apiMessages.notSoldOut }, apiMessages.notSoldOut);
  await enforceRateLimit("back-in-stock-of", productId, limits.stockRequestProduct, +now);
  const recipientKey = await keyOf(`mailbox:${canonicalAddress(email)}`);
  try {
    await enforceRateLimit("back-in-stock-to", recipientKey, limits.stockRequestRecipient, +now);
    const to = await requireMailbox(email);
    const request = await putRequest(variant, { email, token: newToken() }, now);
    const { unsubscribe, ...links } = linksOf(request, origin);
    const isWaiting = request.state === "waiting";
    const content = isWaiting
      ? alreadyWaitingMail({ nameWithVariant: product.nameWithVariant, ...links }, origin)
      : confirmRequestMail({ nameWithVariant: product.nameWithVariant, ...links }, origin);
    const kind = isWaiting ? "stock-request-known" : "stock-request";
    await sendMail({ from: sender, to, replyTo: teamEmail, kind, unsubscribe }, content);
  } catch (error) {
    // The answer must not reveal anything about the address, so two errors are only logged.
    const isOverLimit = error instanceof AppError && error.status === 429;
    if (!isOverLimit && !(error instanceof UndeliverableError))
      throw new AppError(503, apiMessages.stockRequestFailed, { cause: error });
    const reason = isOverLimit ? "too many mails to the address" : "undeliverable address";
    log.warn("A request for a sold-out product got no mail", { productId, reason });
  }
}
