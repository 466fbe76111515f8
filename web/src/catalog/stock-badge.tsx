import { messages } from "../../../shared/messages.ts";
import { LOW_STOCK } from "../../../shared/product.ts";
import { Badge } from "../ui/badge.tsx";

/** 'Only 3 left!' while the stock is low; empty for more stock, and when sold out. */
export function StockBadge({ stock, className }: { stock: number; className?: string | undefined }) {
  if (stock < 1 || stock >= LOW_STOCK) return null;
  return (
    <Badge tone="warn" icon="clock" className={className}>
      {messages.onlyLeft(stock)}
    </Badge>
  );
}

type StockMessageProps = {
  stock: number;
  /** Whether `stock` is the sum of all sizes and colors. Then the number in stock is shown only while it is low. */
  isTotal: boolean;
};

/** The stock in words: 'In stock, 14 available', 'Only 3 left!' or 'Sold Out'. */
export function StockMessage({ stock, isTotal }: StockMessageProps) {
  if (stock < 1) return <Badge>{messages.soldOut}</Badge>;
  if (stock < LOW_STOCK) return <StockBadge stock={stock} />;
  return (
    <Badge tone="ok" icon="check">
      {messages.inStock}
      {!isTotal && `, ${stock} available`}
    </Badge>
  );
}
