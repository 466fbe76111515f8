import { useProduct } from "../../catalog/use-products.ts";
import { Notice } from "../../ui/notice.tsx";

/** Says why the product in the URL is not in the store, as soon as the server has answered. */
export function MissingProduct({ id }: { id: string | undefined }) {
  const productOrErrorText = useProduct(id);
  return typeof productOrErrorText === "string" && <Notice role="status" title={productOrErrorText} />;
}
