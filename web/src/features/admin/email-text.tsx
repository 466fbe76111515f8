import { Fragment } from "react";

/** An email address that breaks before the '@' in a narrow column. */
export const EmailText = ({ email }: { email: string }) =>
  email.split(/(?=@)/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
