import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useCopy } from '#parts/copying.tsx'
import { Button } from '#ui/button.tsx'

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'motorkin-recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Shown once: the server keeps only what recognises them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { copy, fallback } = useCopy()
  const text = `${codes.join('\n')}\n`
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold focus:outline-none">
        Keep these recovery codes
      </h2>
      <p className="mt-1 text-ink-2">
        Each opens the area once when your phone is lost. They are not shown again, so print them or put them
        into your password manager.
      </p>
      <ul className="mt-4 grid gap-x-6 gap-y-1 rounded-input bg-sunken p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="outline" size="sm" icon={IconCopy} onClick={() => copy(text)}>
          Copy
        </Button>
        <Button look="outline" size="sm" icon={IconDownload} onClick={() => download(text)}>
          Download
        </Button>
      </div>
      <Button wide className="mt-6" onClick={onDone}>
        I have kept them
      </Button>
      {fallback}
    </>
  )
}
