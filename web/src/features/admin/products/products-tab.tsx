export function ProductsTab() {
  return null;
}
