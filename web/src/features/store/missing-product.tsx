import { messages } from "../../../../shared/messages.ts";
import { useProduct } from "../../catalog/use-products.ts";
import { Notice } from "../../ui/notice.tsx";

/** Says why the product in the URL is not in the store, as soon as the server has answered. */
export function MissingProduct({ id }: { id: string | undefined }) {
  const product = useProduct(id);
  if (product !== "gone" && product !== "over") return null;
  return <Notice role="status" title={product === "over" ? messages.eventOver : messages.productGone} />;
}
