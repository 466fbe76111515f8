import type { ReactNode, Ref } from "react";
import { useEffect, useRef, useState } from "react";
import { notify } from "../../../ui/notify.ts";
import { adminMessages } from "../admin-messages.ts";
import type { AppSecret, NextStep } from "./cognito.ts";
import { ForgotStep, ResetStep } from "./forgotten-password-steps.tsx";
import { CodeStep, NewPasswordStep, PasswordStep } from "./sign-in-steps.tsx";
import styles from "./sign-in.module.css";

type Step = "password" | "new-password" | "code" | "set-up-app" | "forgot" | "reset";

/** The text above a step. 'password' gets the text as a prop; the text of 'reset' contains the address. */
const INTROS: Partial<Record<Step, string>> = {
  "new-password": "Choose a password of your own to finish signing in.",
  code: "Enter the six digits that your authenticator app shows. If you have lost it, ask an operator of the shop to delete it; you then set up a new one.",
  "set-up-app": "This shop asks for a second factor: a code from an authenticator app on your phone.",
  forgot: "We email you a code with which you can choose a new password.",
};

type SignInFlowProps = {
  email?: string;
  passwordRef?: Ref<HTMLInputElement>;
  /** The text above the first step. */
  intro?: ReactNode;
  onSignedIn: () => Promise<void>;
};

/**
 * After a change of the step, focuses the first empty field of the new step, because the focused element is gone. In the step
 * that sets up an app, focuses the text instead, because a QR code comes between the text and the field.
 */
function useStepFocus(step: Step) {
  const introRef = useRef<HTMLParagraphElement>(null);
  const fieldsRef = useRef<HTMLDivElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    const fields = [...(fieldsRef.current?.querySelectorAll("input") ?? [])];
    if (step === "set-up-app") introRef.current?.focus();
    else (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }, [step]);
  return { introRef, fieldsRef };
}

/** The steps of a sign-in: first the address and the password, then the steps that the user pool requires. */
export function SignInFlow({ email: initialEmail = "", passwordRef, intro, onSignedIn }: SignInFlowProps) {
  const [step, setStep] = useState<Step>("password");
  const [email, setEmail] = useState(initialEmail);
  const [appSecret, setAppSecret] = useState<AppSecret>();
  const { introRef, fieldsRef } = useStepFocus(step);
  const goTo = async (nextStep: NextStep, newEmail = email) => {
    setEmail(newEmail);
    if (nextStep === "done") return onSignedIn();
    if (nextStep === "expired") {
      void notify.error(adminMessages.signInExpired, { position: "top-center" });
      return setStep("password");
    }
    if (nextStep === "unsupported")
      return void notify.error(adminMessages.stepUnsupported, { position: "top-center" });
    if (typeof nextStep !== "object") return setStep(nextStep);
    setAppSecret(nextStep.getAppSecret(newEmail));
    setStep("set-up-app");
  };
  const goToForgot = (newEmail: string) => {
    setEmail(newEmail);
    setStep("forgot");
  };
  const goToReset = (newEmail: string) => {
    setEmail(newEmail);
    setStep("reset");
  };
  const goBack = () => setStep("password");
  const steps: Record<Step, ReactNode> = {
    password: <PasswordStep email={email} passwordRef={passwordRef} onNext={goTo} onForgot={goToForgot} />,
    "new-password": <NewPasswordStep onNext={goTo} />,
    code: <CodeStep onNext={goTo} />,
    "set-up-app": <CodeStep appSecret={appSecret} onNext={goTo} />,
    forgot: <ForgotStep email={email} onSent={goToReset} />,
    reset: <ResetStep email={email} onReset={goBack} />,
  };
  const stepIntro = step === "reset" ? `We sent a code to ${email}.` : (INTROS[step] ?? intro);
  return (
    <>
      {stepIntro && (
        <p ref={introRef} tabIndex={-1} className={styles.intro}>
          {stepIntro}
        </p>
      )}
      <div ref={fieldsRef}>{steps[step]}</div>
      {step !== "password" && (
        <button type="button" className={styles.link} onClick={goBack}>
          Back to sign-in
        </button>
      )}
    </>
  );
}
