import { type ComponentProps, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Question } from '#ui/layer/question.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'size' | 'loading'> & { onCancel: () => void }

/** A person who asked for a test drive takes it back, once they are sure. */
export function CancelDrive({ onCancel, ...button }: Props) {
  const [sure, setSure] = useState(false)
  return (
    <>
      <Button look="outline" {...button} onClick={() => setSure(true)}>
        Cancel
      </Button>
      <Question
        open={sure}
        title="Cancel this test drive?"
        no="Keep it"
        onNo={() => setSure(false)}
        yes="Cancel it"
        onYes={() => {
          setSure(false)
          onCancel()
        }}
      >
        <p>The seller is told. You can book another one at any time.</p>
      </Question>
    </>
  )
}
