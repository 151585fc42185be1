import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { FileInput, useDroppedFiles } from '#parts/forms/file-input.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Import } from './use-import.ts'

const accept = '.xlsx,.xls,.csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,application/gzip'

/** Choose or drop a table; the check begins at once. */
export function ChooseFile({ table, offline }: { table: Import; offline: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const { file, sending, choose } = table
  const take = useCallback(
    ([chosen]: readonly File[]) => {
      if (chosen && !offline && !sending) void choose(chosen)
    },
    [offline, sending, choose],
  )
  const over = useDroppedFiles(take)
  return (
    <section
      aria-label="Your table"
      className={`mt-6 rounded-card border-2 border-dashed p-6 text-center ${over ? 'border-brand bg-brand-tint' : 'border-control bg-surface'}`}
    >
      <Icon of={IconFileSpreadsheet} size={40} className="mx-auto text-brand" />
      <p className="mt-3 font-semibold break-words">
        {file ? file.name : 'An Excel or CSV file with a line of column names'}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        Make, model, year, price and mileage are needed, in any order. Up to 20 MB.
        <span className="hidden lg:inline"> Or drop it here.</span>
      </p>
      <FileInput ref={input} accept={accept} label="Table of cars" onFiles={take} />
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Button
          look={file && !sending ? 'outline' : 'primary'}
          loading={sending}
          disabled={offline}
          onClick={() => input.current?.click()}
        >
          {sending ? 'Sending …' : file ? 'Choose another file' : 'Choose file'}
        </Button>
        {file && !sending && (
          <Button disabled={offline} onClick={() => void table.again()}>
            Check it
          </Button>
        )}
      </div>
      <p className="mt-4 text-13 text-ink-3">Nothing is published before you have seen what would happen.</p>
    </section>
  )
}
