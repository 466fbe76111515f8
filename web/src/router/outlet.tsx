import type { ComponentType, ReactNode } from "react";
import { Component, createContext, use } from "react";
import { usePage } from "./contexts.ts";

/** How many routes of the branch are rendered above this component. */
const DepthContext = createContext(0);

type CatcherProps = {
  /** When the key changes, the children are rendered again. */
  resetKey: string;
  ErrorPage: ComponentType;
  children: ReactNode;
};
type CatcherState = { resetKey: string; hasFailed: boolean };

/** Shows `ErrorPage` if a component below throws, until another page is opened. React logs the error. */
class ErrorCatcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { resetKey: this.props.resetKey, hasFailed: false };
  static getDerivedStateFromError(): Partial<CatcherState> {
    return { hasFailed: true };
  }
  static getDerivedStateFromProps({ resetKey }: CatcherProps, state: CatcherState): CatcherState | null {
    return state.resetKey === resetKey ? null : { resetKey, hasFailed: false };
  }
  override render() {
    const { ErrorPage, children } = this.props;
    return this.state.hasFailed ? <ErrorPage /> : children;
  }
}

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
        <ErrorCatcher ErrorPage={ErrorPage} resetKey={location.key}>
          {content ?? <Outlet />}
        </ErrorCatcher>
      ) : (
        (content ?? <Outlet />)
      )}
    </DepthContext>
  );
}
