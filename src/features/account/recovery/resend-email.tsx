import { useState } from 'react'
import { accountRoutes } from '#contract/users/account.ts'
import { useCall } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { Note } from '../entry/note.tsx'

/** The e-mail that confirms an address, once more. */
export function ResendEmail({ email }: { email: string }) {
  const call = useCall(accountRoutes.resendVerification)
  const showError = useErrorAlert()
  const [said, setSaid] = useState<string>()
  async function send() {
    const result = await call.run({ body: { email } })
    if (result?.ok) setSaid(result.body.msg)
    else if (result) showError(result.error.message)
  }
  return (
    <Note
      icon="letter"
      title="Confirm your e-mail first"
      action={
        <Button look="outline" size="sm" loading={call.busy} onClick={() => void send()}>
          Send the letter again
        </Button>
      }
    >
      {said ?? (
        <>
          Open the link in the letter we sent to <b className="font-medium break-words">{email}</b>. It may
          lie in the spam folder.
        </>
      )}
    </Note>
  )
}
