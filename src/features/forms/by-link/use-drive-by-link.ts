import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#contract/errors.ts'
import { type PersonAnswer, testDriveRoutes, type TestDriveRow } from '#contract/forms/test-drives.ts'
import { useCall } from '#local/react'
import { useAnsweredFocus } from '#parts/forms/use-answered-focus.ts'

/** A guest's test drive by the secret of their e-mail. Nothing of it is kept on the phone: the link may be read on any. */
export function useDriveByLink(token: string) {
  const { run: read } = useCall(testDriveRoutes.testDriveByLink)
  const call = useCall(testDriveRoutes.answerTestDriveByLink)
  const [drive, setDrive] = useState<TestDriveRow>()
  const [failure, setFailure] = useState<AppError>()
  const [said, setSaid] = useState<string>()
  // Nothing but an answer of this page changes what it shows.
  const { heading, onAnswer } = useAnsweredFocus(`${drive?.status} ${drive?.version}`, false)
  const load = useCallback(
    () =>
      read({ params: { token } }).then((result) => {
        if (!result) return
        if (result.ok) setDrive(result.body.data)
        setFailure(result.ok ? undefined : result.error)
      }),
    [read, token],
  )
  useEffect(() => {
    void load()
  }, [load])

  async function answer(given: PersonAnswer, datetime?: string) {
    setSaid(undefined)
    onAnswer()
    const result = await call.run({
      body: { token, answer: given, ...(datetime !== undefined && { datetime }) },
    })
    if (!result) return
    if (result.ok) setSaid(result.body.msg)
    // What holds now is the server's to say, also when it was answered meanwhile.
    await load()
  }
  // Why the last answer came to nothing, and what the server said of one it took.
  return { drive, failure, load, answer, heading, busy: call.busy, refused: call.error?.message, said }
}
