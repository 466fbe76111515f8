import * as z from "zod/mini";
import { EMAIL } from "./customer-fields.ts";

/** The admin's sign-in form. */
export const SignInForm = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: "Email is required", abort: true }),
      z.regex(EMAIL, "Invalid email address"),
    ),
  password: z.string().check(
    // Cognito refuses a password that begins or ends with a space, so a space comes from copying.
    z.trim(),
    z.minLength(1, { error: "Password is required", abort: true }),
    z.minLength(6, "Password must be at least 6 characters"),
  ),
});
export type SignInForm = z.infer<typeof SignInForm>;
