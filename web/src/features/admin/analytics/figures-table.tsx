import { Table, TableBody, TableCell, TableHead, TableRow } from "@aws-amplify/ui-react";
import { Disclosure } from "../disclosure.tsx";
import styles from "./figures-table.module.css";

type FiguresTableProps = {
  caption: string;
  columns: readonly string[];
  /** One cell for each column; the first is the heading of the row. */
  rows: readonly { key: string; cells: readonly string[] }[];
};

/** A table of figures, hidden until the user opens it. */
export function FiguresTable({ caption, columns, rows }: FiguresTableProps) {
  return (
    <Disclosure label="Show as a table" className={styles.details}>
      <div role="region" aria-label={`${caption}, as a table`} tabIndex={0} className={styles.scroll}>
        <Table className={styles.table ?? ""}>
          <caption className={styles.caption}>{caption}</caption>
          <TableHead>
            <TableRow>
              {columns.map((name) => (
                <TableCell as="th" scope="col" key={name}>
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ key, cells: [name, ...figures] }) => (
              <TableRow key={key}>
                <TableCell as="th" scope="row">
                  {name}
                </TableCell>
                {figures.map((figure, i) => (
                  <TableCell key={columns[i + 1]}>{figure}</TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </Disclosure>
  );
}
