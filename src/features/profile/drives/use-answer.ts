import type { TestDriveAnswer } from '#contract/commands.ts'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { type OutboxEntry, useCommand, useOutbox } from '#local/react'
import { describeDriveCar } from '#parts/forms/drive-words.ts'
import { deliveryPhase } from '#parts/forms/standing.tsx'
import { useWriteNotice } from '../write-notices.tsx'

type DriveAnswerKind = TestDriveAnswer['answer']

/** Answer from this phone that the shown row does not contain yet. */
export interface OwnAnswerState {
  entry: OutboxEntry
  answer: TestDriveAnswer
  /** `sent`: the server has the answer, but the row is older. */
  is: 'waiting' | 'sent' | 'refused'
}

const answerIn = (entry: OutboxEntry, id: string): TestDriveAnswer | undefined => {
  const payload = entry.kind === 'testdrive.answer' ? (entry.payload as Partial<TestDriveAnswer>) : undefined
  return payload?.test_drive_id === id ? (payload as TestDriveAnswer) : undefined
}

/** Returns the state of this phone's answer to a test drive; `asOf` is the server time of the row. */
export function useOwnAnswer(id: string, asOf: number | undefined): OwnAnswerState | undefined {
  const outbox = useOutbox()
  for (const entry of outbox) {
    const answer = answerIn(entry, id)
    if (!answer) continue
    const phase = deliveryPhase(entry)
    if (phase === 'refused') return { entry, answer, is: 'refused' }
    if (phase !== 'sent') return { entry, answer, is: 'waiting' }
    if (!entry.cancelling && (entry.doneAt ?? 0) > (asOf ?? 0)) return { entry, answer, is: 'sent' }
  }
  return undefined
}

/**
 * Returns a function that puts an answer into the outbox; it returns false and notifies the person when the answer could not
 * be saved.
 */
export function useAnswer(drive: TestDriveRow, onSent: () => void) {
  const put = useCommand('testdrive.answer')
  const notifyOfWrite = useWriteNotice()
  return async (
    answer: DriveAnswerKind,
    more: Pick<TestDriveAnswer, 'datetime' | 'note'> = {},
  ): Promise<boolean> => {
    const result = await put({ test_drive_id: drive._id, answer, title: describeDriveCar(drive), ...more })
    notifyOfWrite(result)
    if (result.ok && !result.kept) onSent()
    return result.ok
  }
}
