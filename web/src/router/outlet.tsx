import type { ComponentType, ReactNode } from "react";
import { Component, createContext, use } from "react";
import { usePage } from "./contexts.ts";

/** How many routes of the branch are rendered above this component. */
const DepthContext = createContext(0);

type BoundaryProps = {
  /** When the key changes, the children are shown again in place of the error page. */
  resetKey: string;
  ErrorPage: ComponentType;
  children: ReactNode;
};
type BoundaryState = { resetKey: string; hasFailed: boolean };

/** Shows `ErrorPage` if a component below throws, until another page is opened. React logs the error. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { resetKey: this.props.resetKey, hasFailed: false };
  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }
  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return state.resetKey === resetKey ? null : { resetKey, hasFailed: false };
  }
  override render() {
    const { ErrorPage, children } = this.props;
    return this.state.hasFailed ? <ErrorPage /> : children;
  }
}

/** Throws the error during the render, so that the error boundary above shows its page. */
function Thrower({ error }: { error: unknown }): ReactNode {
  throw error;
}

/** The next route of the current page's branch: in a layout, the page or layout inside it. */
export function Outlet() {
  const depth = use(DepthContext);
  const { match, error, location } = usePage();
  const route = match.branch[depth];
  if (!route) return null;
  const { Component: Content, ErrorPage } = route;
  const failure = error?.route === route ? error : undefined;
  const content = failure ? <Thrower error={failure} /> : Content && <Content />;
  return (
    <DepthContext value={depth + 1}>
      {ErrorPage ? (
        <ErrorBoundary ErrorPage={ErrorPage} resetKey={location.key}>
          {content ?? <Outlet />}
        </ErrorBoundary>
      ) : (
        (content ?? <Outlet />)
      )}
    </DepthContext>
  );
}
