import { useState } from 'react'
import { type PersonAnswer, testDriveRoutes } from '#contract/forms/test-drives.ts'
import { useCall, useServerQuery } from '#local/react'
import { useAnsweredFocus } from '#parts/forms/use-answered-focus.ts'

/** A guest's test drive by the secret of their e-mail. Nothing of it is kept on the phone: the link may be read on any. */
export function useDriveByLink(token: string) {
  const { data, error, refresh } = useServerQuery(testDriveRoutes.testDriveByLink, { params: { token } })
  const drive = data?.data
  const call = useCall(testDriveRoutes.answerTestDriveByLink)
  const [said, setSaid] = useState<string>()
  // Nothing but an answer of this page changes what it shows.
  const { heading, onAnswer } = useAnsweredFocus(`${drive?.status} ${drive?.version}`, false)

  async function answer(given: PersonAnswer, datetime?: string) {
    setSaid(undefined)
    onAnswer()
    const result = await call.run({
      body: { token, answer: given, ...(datetime !== undefined && { datetime }) },
    })
    if (!result) return
    if (result.ok) setSaid(result.body.msg)
    // What holds now is the server's to say, also when it was answered meanwhile.
    refresh()
  }
  // Why the last answer came to nothing, and what the server said of one it took.
  return {
    drive,
    failure: error,
    load: refresh,
    answer,
    heading,
    busy: call.busy,
    refused: call.error?.message,
    said,
  }
}
