import type { ComponentType, ReactNode } from "react";
import { Component, createContext, use } from "react";
import { usePage } from "./contexts.ts";

/** How many routes of the branch are rendered above this component. */
const DepthContext = createContext(0);

type CatcherProps = {
  /** When the key changes, the children are rendered again. */
  resetKey: string;
  ErrorPage: ComponentType<{ error: unknown }>;
  children: ReactNode;
};
type CatcherState = { resetKey: string; caught: { error: unknown } | undefined };

/** Shows `ErrorPage` if a component below throws, until another page is opened. */
class ErrorCatcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { resetKey: this.props.resetKey, caught: undefined };
  static getDerivedStateFromError(error: unknown): Partial<CatcherState> {
    return { caught: { error } };
  }
  static getDerivedStateFromProps({ resetKey }: CatcherProps, state: CatcherState): CatcherState | null {
    return state.resetKey === resetKey ? null : { resetKey, caught: undefined };
  }
  override render() {
    const { ErrorPage, children } = this.props;
    return this.state.caught ? <ErrorPage error={this.state.caught.error} /> : children;
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
