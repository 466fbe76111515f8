import { useProduct } from "../../catalog/use-products.ts";
import { Notice } from "../../ui/notice.tsx";

/** Says why the product in the URL is not in the store, as soon as the server has answered. */
export function MissingProduct({ id }: { id: string | undefined }) {
  const product = useProduct(id);
  return typeof product === "string" && <Notice role="status" title={product} />;
}
