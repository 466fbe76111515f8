import { PasswordField } from "@aws-amplify/ui-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useHeadingFocus } from "../../../ui/use-heading-focus.ts";
import { toast } from "../toast.ts";
import styles from "./account.module.css";
import { changePassword } from "./cognito.ts";
import { ChangePasswordForm } from "./form-schemas.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { changePasswordMessage } from "./sign-in-errors.ts";
import { useForm } from "./use-form.ts";

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { form, field, isSending } = useForm({
    schema: ChangePasswordForm,
    initial: { current: "", password: "", repeat: "" },
    send: async ({ current, password }, signal) => {
      await changePassword(current, password);
      toast.success("Your password was changed");
      if (!signal.aborted) onClose();
    },
    messageOf: changePasswordMessage,
  });
  return (
    <form {...form} className={styles.password}>
      <PasswordField {...field("current")} label="Current password" autoComplete="current-password" />
      <NewPasswordFields field={field} />
      <div className={styles.actions}>
        <Button variant="secondary" disabled={isSending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSending} loadingText="Saving...">
          Save password
        </Button>
      </div>
    </form>
  );
}

/** A heading, and a button that opens the form for a new password. */
export function ChangePassword() {
  const [isOpen, setIsOpen] = useState(false);
  const headingRef = useHeadingFocus(isOpen);
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1} className={styles.heading}>
        Password
      </h3>
      {isOpen ? (
        <PasswordForm onClose={() => setIsOpen(false)} />
      ) : (
        <Button variant="secondary" icon="lock" onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      )}
    </>
  );
}
