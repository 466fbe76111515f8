import { Table, TableBody, TableCell, TableHead, TableRow } from "@aws-amplify/ui-react";
import { useCallback, useState } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { type SortDirection, SortHeader } from "../sort-header.tsx";
import type { ProductActions } from "./admin-product-card.tsx";
import type { ProductQuery, ProductSort } from "./find-products.ts";
import { ProductRow } from "./product-row.tsx";
import styles from "./product-table.module.css";
import { moveFocusBetweenStocks } from "./stock-field.tsx";
import type { WaitingCounts } from "./waiting-counts.ts";

type Sorting = Pick<ProductQuery, "sort" | "direction">;

type ProductTableProps = ProductActions & {
  products: readonly Product[];
  unofferedPiecesByProduct: ReadonlyMap<string, number>;
  waitingCountsByProduct: Readonly<Record<string, WaitingCounts>>;
  /** The ids of the products whose change of state is being saved. */
  changingIds: ReadonlySet<string>;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
};

/** Products as a dense table. The admin edits the stock in the table. */
export function ProductTable(props: ProductTableProps) {
  const {
    products,
    unofferedPiecesByProduct,
    waitingCountsByProduct,
    changingIds,
    sorting,
    onSort,
    ...actions
  } = props;
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setOpenIds((current) => {
        const newIds = new Set(current);
        if (!newIds.delete(id)) newIds.add(id);
        return newIds;
      }),
    [],
  );
  const idsWithVariants = products.filter(({ variants }) => variants?.length).map(({ id }) => id);
  const areAllOpen = idsWithVariants.every((id) => openIds.has(id));
  const sortProps = (sort: ProductSort) => ({
    direction: sorting.sort === sort ? sorting.direction : undefined,
    onSort: (direction: SortDirection) => onSort({ sort, direction }),
  });
  return (
    <>
      {idsWithVariants.length > 0 && (
        <Button
          variant="ghost"
          icon={areAllOpen ? "chevron-up" : "chevron-down"}
          onClick={() => setOpenIds(new Set(areAllOpen ? [] : idsWithVariants))}
          className={styles.allVariants}
        >
          {areAllOpen ? "Hide all variants" : "Show all variants"}
        </Button>
      )}
      <Table className={styles.table ?? ""}>
        <TableHead>
          <TableRow>
            <SortHeader {...sortProps("name")} label="PRODUCT" />
            <SortHeader {...sortProps("category")} label="CATEGORY" className={styles.category} />
            <SortHeader {...sortProps("price")} label="PRICE" className={cx(styles.price, styles.end)} />
            <SortHeader {...sortProps("stock")} label="STOCK" className={styles.end} />
            <TableCell as="th" scope="col">
              ACTIONS
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody onKeyDown={moveFocusBetweenStocks}>
          {products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              unofferedPieces={unofferedPiecesByProduct.get(product.id) ?? 0}
              waitingCounts={waitingCountsByProduct[product.id]}
              isChanging={changingIds.has(product.id)}
              isOpen={openIds.has(product.id)}
              onToggle={toggle}
              {...actions}
            />
          ))}
        </TableBody>
      </Table>
    </>
  );
}
