/** Not shown: tells a password manager whose password the form below it is about. */
export function WhoseAccount({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
