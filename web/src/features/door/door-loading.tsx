import { Spinner } from "../../ui/spinner.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** The page while it is loading. */
export function DoorLoading({ label }: { label: string }) {
  return (
    <>
      <h1>
        <VisuallyHidden>Door</VisuallyHidden>
      </h1>
      <Spinner large label={label} />
    </>
  );
}
