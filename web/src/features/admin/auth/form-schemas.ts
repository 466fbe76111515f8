import * as z from "zod/mini";
import { SignInForm } from "../../../../../shared/sign-in-form.ts";
import { adminMessages } from "../admin-messages.ts";

/**
 * Cognito's rules for a password. A space inside it counts as a symbol; a space at the start or the end is refused.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-policies.html
 */
const NewPassword = z
  .string()
  .check(
    z.minLength(1, { error: "Password is required", abort: true }),
    z.regex(/^\S(.*\S)?$/s, { error: adminMessages.spaceAround, abort: true }),
    z.regex(
      /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*(?:[!-/:-@[-`{-~]|\S +\S)).{12,}$/,
      adminMessages.weakPassword,
    ),
  );
const passwordsMatch = z.refine<{ password: string; repeat: string }>(
  ({ password, repeat }) => password === repeat,
  {
    error: adminMessages.passwordsDiffer,
    path: ["repeat"],
  },
);
/** Without spaces, because authenticator apps show `123 456`, which Cognito refuses. */
const Code = z.string().check(
  z.overwrite((code) => code.replaceAll(/\s/g, "")),
  z.minLength(1, adminMessages.codeRequired),
);

export { SignInForm };
export const ForgotForm = z.pick(SignInForm, { email: true });
export const CodeForm = z.object({ code: Code });
export const NewPasswordForm = z.object({ password: NewPassword, repeat: z.string() }).check(passwordsMatch);
export const ResetForm = z
  .object({ code: Code, password: NewPassword, repeat: z.string() })
  .check(passwordsMatch);
export const ChangePasswordForm = z
  .object({
    current: z.string().check(z.trim(), z.minLength(1, "Password is required")),
    password: NewPassword,
    repeat: z.string(),
  })
  .check(passwordsMatch);
