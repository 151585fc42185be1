import { Question } from '#ui/layer/question.tsx'

interface Props {
  title: string
  open: boolean
  onKeep: () => void
  onDelete: () => void
}

/** Asked before an ad goes (R-PROF-10). */
export function DeleteQuestion({ title, open, onKeep, onDelete }: Props) {
  return (
    <Question title="Delete this ad?" open={open} onNo={onKeep} yes="Delete" onYes={onDelete}>
      <p>
        {title}: the ad and its pictures are deleted for good. If the car found a new home, you can mark it as
        Sold instead.
      </p>
    </Question>
  )
}
